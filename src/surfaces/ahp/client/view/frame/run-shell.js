/**
 * The script of the page between ours and a relayed document: it is text for that page, and nothing here imports it.
 *
 * It holds the document's frame, and carries messages both ways. `protocol.ts` has the messages.
 */
export function runShell(hello) {
  const { port1, port2 } = new MessageChannel();
  let frame = null;
  let look = { title: "", scheme: "light" };
  let hasPort = false;
  const say = (message, ports = []) => port1.postMessage(message, ports);
  const dress = () => {
    document.documentElement.style.colorScheme = look.scheme;
    if (frame === null) return;
    frame.title = look.title;
    frame.style.colorScheme = look.scheme;
  };
  const show = ({ html, sandbox, allow }) => {
    frame?.remove();
    const made = document.createElement("iframe");
    frame = made;
    hasPort = false;
    let times = 0;
    made.setAttribute("sandbox", sandbox);
    made.setAttribute("allow", allow);
    made.setAttribute("referrerpolicy", "no-referrer");
    made.setAttribute("credentialless", "");
    made.addEventListener("load", () => {
      times += 1;
      if (frame === made) say({ kind: "loaded", times });
    });
    made.srcdoc = html;
    dress();
    document.body.append(made);
  };
  window.addEventListener("message", ({ source, data, ports }) => {
    if (frame === null || source === null || source !== frame.contentWindow) return;
    // The first script in the document is our own, and speaks before any other can.
    if (!hasPort && ports.length === 1 && data?.type === hello) {
      hasPort = true;
      say({ kind: "hello" }, [ports[0]]);
      return;
    }
    try {
      say({ kind: "posted", data });
    } catch {
      // It brought a port along: nothing that can be passed on.
      say({ kind: "posted", data: undefined });
    }
  });
  port1.onmessage = ({ data }) => {
    if (data.kind === "show") show(data);
    else if (data.kind === "post") frame?.contentWindow?.postMessage(data.data, "*");
    else if (data.kind === "focus") frame?.contentWindow?.focus();
    else {
      look = data;
      dress();
    }
  };
  window.parent.postMessage({ type: hello }, "*", [port2]);
}
