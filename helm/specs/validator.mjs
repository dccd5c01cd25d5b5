// Checks documents as a Kubernetes server does: by the schemas of their kinds, refusing unknown fields.
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';

const schemas = JSON.parse(readFileSync(new URL('../schemas/kubernetes.json', import.meta.url), 'utf8'));

const ajv = new Ajv({
  strict: true,
  allErrors: true,
  verbose: true,
  allowUnionTypes: true,
  strictRequired: false,
  strictTypes: false,
  unicodeRegExp: false,
});
ajv.addKeyword({
  keyword: 'x-kubernetes-list-map-keys',
  type: 'array',
  schemaType: 'array',
  error: { message: 'must not have two items of the same name' },
  validate: (keys, items) => new Set(items.map((item) => JSON.stringify(keys.map((key) => item[key])))).size === items.length,
});
ajv.addSchema(schemas);

/** Why a server would refuse a document, one line each. */
export function schemaFaults(document) {
  const kind = `${document.apiVersion} ${document.kind}`;
  if (!(kind in schemas.definitions)) return [`${kind} is no kind that helm/schemas/kubernetes.json knows`];
  const validate = ajv.getSchema(`kubernetes.json#/definitions/${encodeURIComponent(kind).replaceAll('%2F', '~1')}`);
  if (validate(document)) return [];
  return validate.errors.map(({ instancePath, message, params, data }) => {
    const { additionalProperty: unknown, allowedValues } = params;
    if (unknown) return `${instancePath}/${unknown} is unknown`;
    const known = allowedValues ? `: ${allowedValues.join(', ')}` : '';
    return `${instancePath} ${message}${known}, and is ${JSON.stringify(data)}`;
  });
}
