/** The kinds of paper: a roll of a receipt printer, and a sheet. */
export type PaperKind = 'roll' | 'a5';

const ROLL_MM = 80;
const PX_PER_MM = 96 / 25.4;

/**
 * Makes the page print `paper` alone. A roll gets a page as long as what is on it, because a longer one feeds blank paper. The
 * result ends that.
 */
export function layPaper(kind: PaperKind, paper: HTMLElement, title: string): () => void {
  const { dataset } = document.documentElement;
  dataset['print'] = kind;
  const rollMm = Math.ceil(paper.scrollHeight / PX_PER_MM) + 1;
  const takeBack = adopt(kind === 'roll' ? `@page{size:${ROLL_MM}mm ${rollMm}mm;margin:0}` : sheetRule(title));
  return () => {
    delete dataset['print'];
    takeBack();
  };
}

/** Each sheet says of what it is, and which one it is, as far as the browser prints that (Chromium since 131). */
function sheetRule(title: string): string {
  const said = title.replace(/["\\\n]/g, ' ');
  const font = 'font:8pt Archivo,sans-serif';
  const page = '@bottom-right{content:counter(page) " / " counter(pages)';
  return `@page{size:A5;margin:10mm 10mm 14mm;@bottom-left{content:"${said}";${font}}${page};${font}}}`;
}

/** In browsers from before 2023, which can't, the size is chosen in the browser's own dialog. */
function adopt(rule: string): () => void {
  const before = document.adoptedStyleSheets as CSSStyleSheet[] | undefined;
  if (!before) return () => undefined;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rule);
  document.adoptedStyleSheets = [...before, sheet];
  return () => {
    document.adoptedStyleSheets = before;
  };
}
