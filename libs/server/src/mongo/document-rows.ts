import type { Audited } from './audited.js';

/** Changes of the rows of one list in a document, as expressions of MongoDB. What people have typed must not be read as one. */
export class DocumentRows {
  private readonly all;

  /** `list` is the name of the list. */
  constructor(private readonly list: string) {
    this.all = { $ifNull: [`$${list}`, []] };
  }

  with(row: object): object {
    return { [this.list]: { $concatArrays: [this.all, [{ $literal: row }]] } };
  }

  changed(id: unknown, fields: object): object {
    const changed = { $cond: [{ $eq: ['$$row._id', id] }, { $mergeObjects: ['$$row', { $literal: fields }] }, '$$row'] };
    return { [this.list]: { $map: { input: this.all, as: 'row', in: changed } } };
  }

  without(id: unknown): object {
    return { [this.list]: this.where({ $ne: ['$$row._id', id] }) };
  }

  /** What the log says of changes of one row in the document of a shop: these fields, and `name` among them as its name. */
  audited(id: unknown, fields: readonly string[], name: string): Pick<Audited, 'id' | 'name' | 'userId' | 'fields'> {
    const row = { $first: this.where({ $eq: ['$$row._id', id] }) };
    const of = (field: string) => ({ $let: { vars: { row }, in: `$$row.${field}` } });
    return {
      ...{ id: String(id), name: { $ifNull: [of(name), ''] }, userId: { $toString: '$_id' } },
      fields: Object.fromEntries(fields.map((field) => [field, of(field)])),
    };
  }

  private where(cond: object): object {
    return { $filter: { input: this.all, as: 'row', cond } };
  }
}
