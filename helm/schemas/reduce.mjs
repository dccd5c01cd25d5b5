// Reduces the schemas that a cluster publishes to what a test needs: without descriptions, and without unknown fields.

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';
const QUANTITY = 'io.k8s.apimachinery.pkg.api.resource.Quantity';
const REF = '#/definitions/';

const KEPT = [
  ...['type', 'required', 'enum', 'pattern', 'minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'],
  ...['minProperties', 'maxProperties', 'uniqueItems', 'nullable'],
  // The fields that identify the items of a list: no two items may be equal in these.
  'x-kubernetes-list-map-keys',
];
/** Fields that only the cluster itself writes. */
const WRITTEN_BY_CLUSTER = ['status', 'managedFields', 'creationTimestamp', 'resourceVersion', 'selfLink', 'uid'];

const NUMBER_WITH_UNIT = String.raw`^[+-]?(\d+(\.\d*)?|\.\d+)([numkMGTPE]|[KMGTPE]i|[eE][+-]?\d+)?$`;
const BASE64 = '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$';

function reduced(schema) {
  if (schema.$ref) return { $ref: schema.$ref };
  if (schema.format === 'int-or-string' || schema['x-kubernetes-int-or-string']) {
    return { ...kept(schema, ['pattern']), type: ['integer', 'string'] };
  }
  const result = kept(schema, KEPT);
  // Go's flag for ignoring case, which JavaScript doesn't support.
  if (result.pattern?.includes('(?i)')) delete result.pattern;
  if (schema.format === 'byte') result.pattern = BASE64;
  if (schema.items) result.items = reduced(schema.items);
  if (typeof schema.additionalProperties === 'object') result.additionalProperties = reduced(schema.additionalProperties);
  if (schema.properties) {
    const fields = Object.entries(schema.properties).filter(([name]) => !WRITTEN_BY_CLUSTER.includes(name));
    result.properties = Object.fromEntries(fields.map(([name, field]) => [name, reduced(field)]));
    if (!schema['x-kubernetes-preserve-unknown-fields']) result.additionalProperties = false;
  }
  return result;
}

const kept = (schema, keys) => Object.fromEntries(keys.filter((key) => key in schema).map((key) => [key, schema[key]]));

/** The schema of a whole document, which has to name its kind. */
function whole(schema, apiVersion, kind) {
  const properties = { ...schema.properties, apiVersion: { const: apiVersion }, kind: { const: kind } };
  properties.metadata = { $ref: REF + META };
  return { ...schema, properties, required: [...new Set(['apiVersion', 'kind', 'metadata', ...(schema.required ?? [])])] };
}

/**
 * Kubernetes's own kinds from its definitions, with everything that these refer to. `enums` is the result of `enumerations`.
 */
export function builtIn(definitions, kinds, enums) {
  const result = {};
  const add = (name) => {
    if (name in result) return;
    result[name] = name === QUANTITY ? { type: ['number', 'string'], pattern: NUMBER_WITH_UNIT } : reduced(definitions[name]);
    for (const [field, values] of Object.entries(enums[name] ?? {})) {
      const { [field]: known } = result[name].properties;
      if (known) (known.items ?? known).enum = values;
    }
    for (const [, found] of JSON.stringify(result[name]).matchAll(/"\$ref":"#\/definitions\/([^"]+)"/g)) add(found);
  };
  for (const [apiVersion, ...names] of kinds) {
    const [version, group = ''] = apiVersion.split('/').reverse();
    for (const kind of names) {
      const is = (gvk) => gvk.group === group && gvk.version === version && gvk.kind === kind;
      const [name] = Object.entries(definitions).find(([, of]) => of['x-kubernetes-group-version-kind']?.some(is));
      add(name);
      result[`${apiVersion} ${kind}`] = whole(result[name], apiVersion, kind);
    }
  }
  return result;
}

export function custom({ group, version, kind, schema }) {
  const apiVersion = `${group}/${version}`;
  return { [`${apiVersion} ${kind}`]: whole(reduced(schema), apiVersion, kind) };
}
