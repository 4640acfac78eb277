/** What the reader gets to save or copy by hand, because the browser did not do it. */
export type Offer = { readonly file: File } | { readonly text: string };

let show: ((what: Offer) => void) | null = null;
/** The last one that came before anybody could show it. */
let waiting: Offer | null = null;

/** Says who offers them, until the returned function is called; hands over the last that nobody could show. */
export function onOffer(place: (what: Offer) => void): () => void {
  show = place;
  if (waiting) place(waiting);
  waiting = null;
  return () => void (show = null);
}

function offer(what: Offer): void {
  if (show) show(what);
  else waiting = what;
}

/** Whether the browser's share sheet takes this file. */
export const canShare = (file: File): boolean =>
  'canShare' in navigator && navigator.canShare({ files: [file] });

/** A phone or tablet: a browser inside another app may swallow downloads without a word, and cannot be told apart. */
const isTouched = (): boolean => matchMedia('(hover: none) and (pointer: coarse)').matches;

/**
 * Saves a file: through the browser's downloads, on phones through the share sheet. Where that is missing, refused or
 * put away, the file is offered on the page.
 */
export async function saveFile(content: Blob, name: string): Promise<void> {
  const file = new File([content], name, { type: content.type });
  if (!isTouched()) return clickDownload(file);
  if (canShare(file)) {
    const isShared = await navigator.share({ files: [file] }).then(
      () => true,
      () => false,
    );
    if (isShared) return;
  } else clickDownload(file);
  offer({ file });
}

function clickDownload(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  // Browsers read the file after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * Copies text, also text that is still on its way: it is handed over within the tap, because Safari closes the clipboard
 * after it. Where the browser refuses, the text is offered on the page. Resolves with whether it was copied; rejects
 * where the text does not come.
 */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  const isCopied = await write(text).then(
    () => true,
    () => false,
  );
  if (!isCopied) offer({ text: await text });
  return isCopied;
}

async function write(text: string | Promise<string>): Promise<void> {
  const { clipboard } = navigator;
  // Hidden on plain http.
  if (!clipboard) return writeOldWay(await text);
  if (typeof text === 'string') return clipboard.writeText(text);
  const blob = text.then((arrived) => new Blob([arrived], { type: 'text/plain' }));
  // Whoever waits for the text hears that it does not come.
  blob.catch(() => undefined);
  // Not every browser takes a promise, and those that do not keep the clipboard open.
  try {
    await clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
  } catch {
    await clipboard.writeText(await text);
  }
}

function writeOldWay(text: string): void {
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('readonly', '');
  field.style.position = 'fixed';
  field.style.opacity = '0';
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (!isCopied) throw new Error('the browser refused to copy');
}
