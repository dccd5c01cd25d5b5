import { parseInput } from '@sarafa/contracts';
import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { z } from 'zod';

/**
 * Parses each parameter that names a contract, as in `@Body({ schema: SignIn })`. Throws `INVALID_INPUT` with a line for each
 * fault of the parameter. Nest begins with the last parameter: where two have faults, that one is told.
 */
@Injectable()
export class InputPipe implements PipeTransform {
  transform(value: unknown, { schema, data: name }: ArgumentMetadata): unknown {
    if (!schema) return value;
    const contract = schema as z.ZodType;
    // A single parameter of an address stands in the error under its name.
    return name === undefined
      ? parseInput(contract, value)
      : parseInput(z.object({ [name]: contract }), { [name]: value })[name];
  }
}
