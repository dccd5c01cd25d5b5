import { z } from 'zod';
import { Instant } from './common.js';
import { readRpc } from './kinds.js';
import { metals } from './metals.js';
import { ImportDuty } from './pricing.js';
import { fieldsOf } from './tables.js';

/**
 * The import duties in law that the product knows, in percent, by country, each from midnight in Asia/Kolkata of the day `from`. A
 * change of law is one entry, and takes effect by itself wherever `IMPORT_DUTY_PRESET` is set. Platinum's duty isn't known: it stays
 * the operator's own entry (rule 3.2).
 */
export const dutiesInLaw = {
  india: [
    // The Union Budget of July 2024, and the customs notification of the Ministry of Finance that put it in force at midnight.
    { from: '2024-07-24', gold: 6, silver: 6 },
    // The Ministry of Finance's customs notification of May 2026 on precious metals.
    { from: '2026-05-13', gold: 15, silver: 15 },
  ],
} as const;

/** The duty in law, with the day since which it has been in force. */
export const DutyLaw = z.object({ goldImportDuty: z.number(), silverImportDuty: z.number(), from: z.string() });
export type DutyLaw = z.infer<typeof DutyLaw>;

/**
 * `GET /prices/import-duty`: the duty in force, and the one in law where the product knows another one. A gateway of the release
 * before says nothing of the law, which counts as null.
 */
export const AnsweredImportDuty = ImportDuty.omit({ changed: true }).extend({ law: DutyLaw.nullable().catch(null) });
export type AnsweredImportDuty = z.infer<typeof AnsweredImportDuty>;

/** The percents of a duty that is configured and not in force yet, and from when they count. */
const ComingDuty = z.object({ from: Instant, ...fieldsOf(metals, 'ImportDuty', z.number()) });

/** What a duty moves: whole rupees with the duty in force and with the next one, without margins; null without a market price. */
const MovedRate = z.object({ now: z.int(), next: z.int() }).nullable();

/** `GET /admin/import-duty`: the next change of duty at the market of now; null where none is configured. */
export const NextDuty = z.object({
  next: ComingDuty.extend({
    gold_24k: MovedRate,
    silver: MovedRate,
    /** The boards that move then: of shops with a subscription, without rates of a list or a hold. */
    boards: z.int(),
  }).nullable(),
});
export type NextDuty = z.infer<typeof NextDuty>;

export const duties = {
  next: readRpc('pricing.duties.next', z.object({}), z.object({ duty: ComingDuty.nullable() })),
} as const;
