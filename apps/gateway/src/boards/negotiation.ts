/** The encodings that we compress to, the better first. */
export type Encoding = 'br' | 'gzip';

/** The encoding of ours that the client prefers; undefined for none, because every client accepts plain bytes. */
export function encodingFor(acceptEncoding: string | undefined): Encoding | undefined {
  if (!acceptEncoding) return undefined;
  const weights = new Map(acceptEncoding.split(',').map(weighed));
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  const [br, gzip] = [weightOf('br'), weightOf('gzip')];
  const best = Math.max(br, gzip);
  // Without a weight of their own, plain bytes are used only when no other encoding is acceptable.
  if (best === 0 || best < (weights.get('identity') ?? 0)) return undefined;
  return br === best ? 'br' : 'gzip';
}

/** `gzip;q=0.5` as a name and a weight. An invalid weight counts as a refusal. */
function weighed(choice: string): [string, number] {
  const [name = '', weight = 'q=1'] = choice.toLowerCase().split(';');
  const q = /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(weight)?.[1];
  return [name.trim(), Math.min(1, Number(q ?? 0))];
}
