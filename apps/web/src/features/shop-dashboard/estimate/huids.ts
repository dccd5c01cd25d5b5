import { INVISIBLE, plainDigits } from '@sarafa/contracts';
import { estimateTexts as words } from '../../../shared/texts/estimate-texts.js';
import type { TypedNumber } from '../../../shared/ui/number-field.js';

interface WithHuids {
  readonly huids: string;
  readonly hallmarks: TypedNumber;
}

/** The hallmarks' numbers that were typed, in capitals, without what nobody sees, and with plain letters and digits. */
export function huidsOf({ huids }: Pick<WithHuids, 'huids'>): string[] {
  return plainDigits(huids.replace(INVISIBLE, ''))
    .normalize('NFKC')
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter((huid) => huid !== '');
}

/** What is wrong with the numbers of a piece: each is six letters and digits, there once, and of one hallmarked piece. */
function faultOf(piece: WithHuids, all: readonly string[]): string | undefined {
  const huids = huidsOf(piece);
  if (huids.some((huid) => !/^[A-Z\d]{6}$/.test(huid))) return words.huidForm;
  if (huids.length > Number(piece.hallmarks)) return words.huidMany;
  return huids.some((huid) => all.indexOf(huid) !== all.lastIndexOf(huid)) ? words.huidTwice : undefined;
}

/** The faults by the paths of the fields. */
export function huidFaults(pieces: readonly WithHuids[]): Record<string, string> {
  const all = pieces.flatMap(huidsOf);
  const faults = pieces.map((piece, place) => [`pieces.${place}.huids`, faultOf(piece, all)] as const);
  return Object.fromEntries(faults.filter(([, fault]) => fault !== undefined)) as Record<string, string>;
}
