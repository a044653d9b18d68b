/**
 * The words with which a model says "the rest stays" in place of writing it. A phrase is one of them only if it is made
 * of these words and no others: "(the introduction stays the same)" is, "(prices stay the same)" is not.
 */
interface Language {
  /** That a text is as it was: enough alone. */
  readonly same: readonly string[];
  /** The same in several words. */
  readonly samePhrases: readonly string[];
  readonly rest: readonly string[];
  /** Names of a text and its parts. */
  readonly parts: readonly string[];
  /** That something is there already. */
  readonly existing: readonly string[];
  readonly stays: readonly string[];
  readonly filler: readonly string[];
}

const words = (list: string): readonly string[] => list.split(" ");
const phrases = (list: string): readonly string[] => list.split(", ");

const LANGUAGES: readonly Language[] = [
  {
    same: words("unchanged unmodified unaltered untouched intact identical same omitted truncated snip snipped elided"),
    samePhrases: phrases(
      "as before, as is, as it is, as it was, as they are, as they were, no change, no changes, not changed, not shown, not repeated, for brevity, as previously, as originally, in the original, like before, left out",
    ),
    rest: words("rest remainder remaining else more other others"),
    parts: words(
      "document doc documents text texts content contents file article essay section sections subsection subsections paragraph paragraphs page pages canvas chapter chapters part parts body draft story post report list lists item items row rows table tables code line lines entry entries bullet bullets point points step steps script letter email version material copy sentence sentences stanza stanzas verse verses heading headings guide plan spec specification proposal introduction intro conclusion appendix appendices summary abstract outline markdown scene scenes",
    ),
    existing: words("existing unaffected"),
    stays: words(
      "remain remains stay stays continue continues continuing continued kept keep retained retain preserved preserve follow follows goes go insert include",
    ),
    filler: words(
      "the this that these those your our my all of in from and or to as is are was were be been will should must it its they here below above before after previously originally original previous prior current earlier old for brevity now on with without no not any change changes changed needed required necessary exactly completely entirely everything both each every shown left out intentionally deliberately repeated written already first last next middle full whole entire like just simply please note again through up down until end beginning start another so forth etc unless noted otherwise",
    ),
  },
  {
    same: words(
      "unverändert unveränderter unveränderte unverändertem unveränderten unverändertes identisch gleich gekürzt ausgelassen weggelassen",
    ),
    samePhrases: phrases(
      "wie zuvor, wie bisher, wie gehabt, wie vorher, wie oben, wie im original, so wie sie sind, wie es ist, keine änderung, keine änderungen, ohne änderung, ohne änderungen, nicht geändert, nicht verändert",
    ),
    rest: words("rest restliche restlicher restliches restlichen übrige übriger übriges übrigen weitere weiteren"),
    parts: words(
      "dokument dokuments dokumentes text textes texts inhalt inhalts inhalte datei artikel artikels abschnitt abschnitte abschnitts abschnitten absatz absätze absätzen seite seiten kapitel kapiteln teil teile teils zeile zeilen punkte liste einleitung schluss fassung entwurf entwurfs",
    ),
    existing: words("bestehender bestehende bestehendes bestehenden vorhandener vorhandene vorhandenes bisheriger"),
    stays: words("bleibt bleiben belassen beibehalten fort fortgesetzt folgt folgen geht gehen weiter"),
    filler: words(
      "der die das des dem den dieser diese dieses diesem hier wird werden ist sind alle alles und bis von ab im in wie zuvor bisher gehabt vorher oben unten original so sie es keine ohne nicht änderung änderungen geändert verändert auch unverändert wurde wurden genau",
    ),
  },
  {
    same: words("inchangé inchangée inchangés inchangées identique identiques omis omise omises tronqué"),
    samePhrases: phrases(
      "comme avant, comme précédemment, comme auparavant, sans changement, sans changements, sans modification, sans modifications, aucun changement, aucune modification, non modifié, non modifiée, même que précédemment, tel quel, telle quelle",
    ),
    rest: words("reste restant restante restants restantes autres suite"),
    parts: words(
      "document texte contenu fichier article section sections paragraphe paragraphes page pages chapitre chapitres partie parties lignes liste introduction conclusion version",
    ),
    existing: words("existant existante existants"),
    stays: words("demeure demeurent restent continue conservé conservée conserver garder suit"),
    filler: words(
      "le la les l du de des d ce cette ces est sont ici à au aux et comme avant précédemment auparavant sans changement changements modification modifications aucun aucune non modifié modifiée même que qu tel quel telle quelle tout toutes tous ci dessus dessous dans",
    ),
  },
  {
    same: words(
      "igual iguales inalterado inalterada inalterados inalteradas idéntico omitido omitida invariato invariata invariati invariate inalterato inalterata idem",
    ),
    samePhrases: phrases(
      "sin cambios, sin cambio, sin modificaciones, sin modificar, como antes, que antes, lo mismo, sem alterações, sem mudanças, como está, come prima, senza modifiche, nessuna modifica",
    ),
    rest: words("resto restante restantes demás restanti"),
    parts: words(
      "documento texto contenido artículo sección secciones párrafo párrafos página páginas capítulo capítulos parte partes líneas lista introducción conclusión conteúdo seção seções testo contenuto sezione sezioni paragrafi versión",
    ),
    existing: words("existente existentes esistente"),
    stays: words(
      "permanece permanecen queda quedan continúa continúan sigue siguen mantiene rimane rimangono continua",
    ),
    filler: words(
      "el la los las lo del de este esta es está son se aquí y o a como antes que sin cambio cambios modificaciones modificar mismo misma todo os as do da il i gli le dei delle qui come prima sem alterações mudanças senza nessuna modifiche modifica en al anterior original",
    ),
  },
  {
    same: [],
    samePhrases: phrases("без изменений, не изменилось, не изменено, как раньше, как прежде, как было"),
    rest: words("остальное остальные остальная остальной"),
    parts: words("документ документа текст текста содержание разделы раздел часть части"),
    existing: words("существующий существующее"),
    stays: words("остаётся остается остаются далее"),
    filler: words("без изменений не изменилось изменено как раньше прежде было"),
  },
];

interface Vocabulary {
  readonly kinds: ReadonlyMap<string, "same" | "rest" | "part" | "existing" | "stays" | "filler">;
  readonly phrases: readonly string[];
}

const VOCABULARIES: readonly Vocabulary[] = LANGUAGES.map((language) => ({
  kinds: new Map([
    ...language.filler.map((word) => [word, "filler"] as const),
    ...language.parts.map((word) => [word, "part"] as const),
    ...language.stays.map((word) => [word, "stays"] as const),
    ...language.existing.map((word) => [word, "existing"] as const),
    ...language.rest.map((word) => [word, "rest"] as const),
    ...language.same.map((word) => [word, "same"] as const),
  ]),
  phrases: language.samePhrases.map((phrase) => ` ${phrase} `),
}));

/** Scripts without spaces: the pieces that such a phrase is made of, and those that make it one. */
const SPACELESS: readonly { readonly pieces: RegExp; readonly telling: RegExp }[] = [
  {
    pieces:
      /変更はありません|変更なし|変更無し|変更はなし|変更せず|セクション|テキスト|そのまま|それ以外|その他|すべて|のこり|以下略|文書|文章|本文|内容|部分|段落|項目|全文|全て|以下|以降|以後|後半|前半|残り|既存|上記|以前|従来|続き|同じ|同様|同文|同一|省略|中略|後略|前略|維持|まま|です|元|前|後|他|章|節|略|この|本|は|の|と|も|を|に|が|、/g,
    telling: /変更|同じ|同様|同文|同一|そのまま|維持|略|既存の(?:内容|本文|文章|テキスト)/,
  },
  {
    pieces:
      /保持不变|保持原样|没有变化|没有改动|无需修改|不作修改|保持|不變|不变|无变化|无改动|未改动|未修改|相同|一致|省略|从略|其余|其他|剩余|余下|后续|后面|以下|以上|之前|此前|原有|现有|原文|部分|内容|內容|章节|段落|文本|正文|文档|全部|均|与|和|同|的|都|请|此处|这里|略|，|、/g,
    telling: /不变|不變|变化|改动|修改|保持|相同|一致|省略|从略|略$|[现原]有内容/,
  },
  {
    pieces:
      /변경\s*없음|변경사항\s*없음|그대로|나머지|이하|이후|기존|내용|부분|섹션|문서|본문|동일|생략|유지|합니다|됩니다|입니다|함|됨|은|는|와|과|의|도|이전/g,
    telling: /변경|그대로|동일|생략|유지|기존\s*내용/,
  },
];

/** What a phrase says, if it says that text was left out. */
export type PlaceholderPhrase =
  /** "the rest of the document is unchanged": telling even without brackets. */
  | "rest unchanged"
  /** "unchanged", "existing content": telling only in brackets, in a comment or beside an ellipsis. */
  | "unchanged";

/** Words that name a text and hardly anything else, so that a plain sentence on them is about the text itself. */
const PLAIN_PARTS = new Set(
  words(
    "document doc text content contents file article section sections paragraph paragraphs canvas chapters draft dokuments dokumentes textes abschnitte texte documento texto",
  ),
);

/** What a phrase of words (lower case, single spaces between them) says about left-out text; null for anything else. */
export function placeholderPhrase(phrase: string): PlaceholderPhrase | null {
  if (phrase === "" || phrase.length > 120) return null;
  const list = phrase.split(" ");
  if (list.length <= 18) {
    for (const vocabulary of VOCABULARIES) {
      const says = inLanguage(vocabulary, phrase, list);
      if (says !== null) return says;
    }
  }
  if (phrase.length > 40 || !/[\u3040-\u9fff\uac00-\ud7af]/.test(phrase)) return null;
  const isSpaceless = SPACELESS.some(
    ({ pieces, telling }) => telling.test(phrase) && phrase.replace(pieces, "").trim() === "",
  );
  return isSpaceless ? "unchanged" : null;
}

function inLanguage({ kinds, phrases }: Vocabulary, phrase: string, list: readonly string[]): PlaceholderPhrase | null {
  const found = { same: 0, rest: 0, part: 0, existing: 0, stays: 0, filler: 0 };
  let isNumbered = false;
  let isPlain = list.length <= 3;
  for (const word of list) {
    const kind = kinds.get(word);
    if (kind !== undefined) found[kind] += 1;
    else if (/^(?:\d+|[ivx]+|[a-z])$/.test(word)) isNumbered = true;
    else return null;
    if (PLAIN_PARTS.has(word)) isPlain = true;
  }
  const padded = ` ${phrase} `;
  const isSame = found.same > 0 || phrases.some((known) => padded.includes(known));
  const hasRest = found.rest > 0;
  if (isSame && hasRest && isPlain && !/(?:^| )(?:more|others?)(?: |$)/.test(phrase)) return "rest unchanged";
  if (isSame) return "unchanged";
  if (hasRest && found.part + found.stays > 0) {
    // "(3 more items)" leaves three out; "(more items)" may be a heading's aside.
    return /(?:^| )(?:more|others?)(?: |$)/.test(phrase) && !isNumbered && found.stays === 0 ? null : "unchanged";
  }
  if (found.existing > 0 && found.part > 0) return "unchanged";
  const isEarlier = /(?:^| )(?:previous|original|prior|earlier|current)(?: |$)/.test(phrase);
  if (isEarlier && (/ contents?(?: |$)/.test(phrase) || (found.part > 0 && found.stays > 0))) return "unchanged";
  return found.part > 0 && /(?:^| )(?:continues?|stays?|remains?|bleibt|bleiben)(?: |$)/.test(phrase)
    ? "unchanged"
    : null;
}
