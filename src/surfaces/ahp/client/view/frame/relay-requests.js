/**
 * Part of the first script of a relayed document: it is text for that page, and nothing here imports it.
 *
 * `fetch` and `XMLHttpRequest` get what belongs to the canvas, and nothing else.
 */
export function relayRequests({ ask }) {
  const isReading = (method) => /^(?:GET|HEAD)$/i.test(method);

  window.fetch = async (input, init = {}) => {
    const { method = "GET", signal = null, url = String(input) } = input instanceof Request ? input : {};
    const asked = init.method ?? method;
    const abort = init.signal ?? signal;
    abort?.throwIfAborted();
    const aborted = new Promise((_, reject) => {
      abort?.addEventListener("abort", () => reject(abort.reason), { once: true });
    });
    const answer = isReading(asked) ? await Promise.race([ask({ kind: "bytes", reference: url }), aborted]) : null;
    // What a browser says where there is no connection.
    if (answer === null) throw new TypeError("Failed to fetch");
    const { uri, mimeType, bytes } = answer;
    const headers = { "content-type": mimeType, "content-length": String(bytes.byteLength) };
    const response = new Response(/^HEAD$/i.test(asked) ? null : bytes, { status: 200, headers });
    Object.defineProperty(response, "url", { value: uri });
    return response;
  };

  const held = new WeakMap();
  /** What is known of a request. `turn` says which `open` it is: an answer to an older one is dropped. */
  const of = (request) => {
    if (!held.has(request)) held.set(request, { state: 0, turn: 0, bytes: null, mimeType: "", uri: "", isSent: false });
    return held.get(request);
  };
  const textOf = ({ bytes }) => (bytes === null ? "" : new TextDecoder().decode(bytes));
  const move = (request, state) => {
    of(request).state = state;
    request.dispatchEvent(new Event("readystatechange"));
  };
  const end = (request, how) => {
    const loaded = of(request).bytes?.byteLength ?? 0;
    for (const name of [how, "loadend"]) {
      request.dispatchEvent(new ProgressEvent(name, { lengthComputable: true, loaded, total: loaded }));
    }
  };
  const parsed = ({ bytes, mimeType }) => {
    const type = /xml$/.test(mimeType) ? "text/xml" : "text/html";
    return bytes === null ? null : new DOMParser().parseFromString(textOf({ bytes }), type);
  };
  const parsedJson = (known) => {
    try {
      return JSON.parse(textOf(known));
    } catch {
      return null;
    }
  };

  window.XMLHttpRequest = class XMLHttpRequest extends window.XMLHttpRequest {
    open(method, url, isAsync = true) {
      if (!isAsync) throw new DOMException("Nothing can be waited for here.", "InvalidAccessError");
      const known = of(this);
      Object.assign(known, { method, reference: String(url), turn: known.turn + 1, bytes: null, isSent: false });
      move(this, 1);
    }
    async send() {
      const known = of(this);
      if (known.state !== 1 || known.isSent) throw new DOMException("It is not open.", "InvalidStateError");
      const { turn, method, reference } = known;
      known.isSent = true;
      this.dispatchEvent(new ProgressEvent("loadstart"));
      const answer = isReading(method) ? await ask({ kind: "bytes", reference }) : null;
      if (known.turn !== turn) return;
      if (answer === null) {
        move(this, 4);
        end(this, "error");
        return;
      }
      Object.assign(known, answer);
      if (/^HEAD$/i.test(method)) known.bytes = new ArrayBuffer(0);
      for (const state of [2, 3, 4]) move(this, state);
      end(this, "load");
    }
    abort() {
      const known = of(this);
      const wasSent = known.isSent && known.state !== 4;
      Object.assign(known, { turn: known.turn + 1, bytes: null, isSent: false });
      if (wasSent) {
        move(this, 4);
        end(this, "abort");
      }
      known.state = 0;
    }
    setRequestHeader() {}
    getResponseHeader(name) {
      return String(name).toLowerCase() === "content-type" && of(this).bytes !== null ? of(this).mimeType : null;
    }
    getAllResponseHeaders() {
      return of(this).bytes === null ? "" : `content-type: ${of(this).mimeType}\r\n`;
    }
    get readyState() {
      return of(this).state;
    }
    get status() {
      return of(this).bytes === null ? 0 : 200;
    }
    get statusText() {
      return of(this).bytes === null ? "" : "OK";
    }
    get responseURL() {
      return of(this).bytes === null ? "" : of(this).uri;
    }
    get responseText() {
      return textOf(of(this));
    }
    get responseXML() {
      return parsed(of(this));
    }
    get response() {
      const known = of(this);
      const type = this.responseType;
      if (type === "" || type === "text") return textOf(known);
      if (known.bytes === null || known.state !== 4) return null;
      if (type === "arraybuffer") return known.bytes;
      if (type === "blob") return new Blob([known.bytes], { type: known.mimeType });
      return type === "document" ? parsed(known) : parsedJson(known);
    }
  };
}
