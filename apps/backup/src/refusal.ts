/** Why something isn't done, as a sentence for an operator, who needs no stack with it. */
export class Refusal extends Error {}
