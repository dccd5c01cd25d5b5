/**
 * The files of the board that a device keeps once a board has used them, rather than with the release: languages, and fonts of
 * Indic scripts. The release before has another hash in the name of the same file, so a file is recognised by its name up to there.
 */
const ON_USE = /^\/assets\/((?:language|anek|tiro)-[a-z]+)-/;

/** The name without its hash (`language-hi`, `anek-tamil`), unless the file is kept with the release. */
export function nameOnUse(path: string): string | undefined {
  return ON_USE.exec(path)?.[1];
}
