import { dutiesInLaw, type DutyLaw, type ImportDuty } from '@sarafa/contracts';
import { inForce } from './effective-dated.js';

const LAWS = dutiesInLaw.india.map(({ from, gold, silver }) => {
  return { from, law: { goldImportDuty: gold, silverImportDuty: silver, from } };
});

/** The duty in law at `now` where it isn't `duty`; the same object for as long as that law is in force. */
export function lawBeside(duty: ImportDuty, now: number): DutyLaw | null {
  const { law } = inForce(LAWS, now);
  const isSame = duty.goldImportDuty === law.goldImportDuty && duty.silverImportDuty === law.silverImportDuty;
  return isSame ? null : law;
}
