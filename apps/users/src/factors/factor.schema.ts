import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** A second step of an account's sign-in, in its account. What is secret of it never leaves the document but as the answer to who made it. */
@Schema({ _id: false })
export class StoredFactor {
  @Prop({ type: String, required: true }) id!: string;
  @Prop({ type: String, required: true }) kind!: string;
  @Prop({ type: String, required: true }) name!: string;
  @Prop({ type: Date, required: true }) since!: Date;
  @Prop({ type: Date }) used_at?: Date;

  /** Of an authenticator app: what its codes are made of, in base32. */
  @Prop({ type: String }) secret?: string;
  /** The time step of the last code that was used: neither that code nor an earlier one counts again. */
  @Prop({ type: Number }) last_step?: number;
  /** The hashes of the recovery codes that weren't used yet. */
  @Prop({ type: [String], default: undefined }) recovery?: string[];

  /** Of a passkey: its id, its public key as COSE in base64url, and how often it says that it has signed. */
  @Prop({ type: String }) credential_id?: string;
  @Prop({ type: String }) public_key?: string;
  @Prop({ type: Number }) counter?: number;
  @Prop({ type: [String], default: undefined }) transports?: string[];
  /** The host that it is bound to. */
  @Prop({ type: String }) rp_id?: string;
}

export const StoredFactorSchema = SchemaFactory.createForClass(StoredFactor);

/** Which wrong codes count together: those of sign-ins, and those of setting an authenticator app up. */
export type TryOf = 'sign-in' | 'set-up';

/** What goes on with the second step of an account. None of it is published. */
export interface SecondStepState {
  /** The codes of the last minutes that were wrong or aren't judged yet. */
  readonly tries?: readonly { readonly id: string; readonly at: Date; readonly of: TryOf }[];
  /** Of sign-ins that wait for their second step. */
  readonly challenges?: readonly { readonly id: string; readonly until: Date }[];
  readonly totp?: { readonly secret: string; readonly until: Date };
  readonly passkey?: { readonly challenge: string; readonly rp_id: string; readonly until: Date };
}
