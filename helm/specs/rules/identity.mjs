// How objects are called, and whose they say they are.
import { nameOf, ofKind, podsOf } from './pods.mjs';

const NAME = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;
/** A Service's name is also one in DNS, where it must not begin with a digit. */
const SERVICE_NAME = /^[a-z]([a-z0-9-]*[a-z0-9])?$/;
const LABEL = /^([A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?)?$/;
const LONGEST = 63;
/** Its pods carry the name of a revision as a label: ten characters and a dash more. */
const LONGEST_OF_STATEFUL_SET = 52;

const WHOSE = ['app.kubernetes.io/name', 'app.kubernetes.io/instance', 'app.kubernetes.io/component'];
/** Pods need not have these: one whose labels change is started anew. */
const MADE_BY = ['app.kubernetes.io/version', 'app.kubernetes.io/managed-by', 'helm.sh/chart'];

export function names({ documents }) {
  const seen = new Set();
  return documents.flatMap((document) => {
    const { kind, metadata } = document;
    const faults = [];
    if (seen.has(nameOf(document))) faults.push(`${nameOf(document)} is there twice`);
    seen.add(nameOf(document));
    const longest = kind === 'StatefulSet' ? LONGEST_OF_STATEFUL_SET : LONGEST;
    if (metadata.name.length > longest) faults.push(`${nameOf(document)} has a name longer than ${longest} characters`);
    if (!(kind === 'Service' ? SERVICE_NAME : NAME).test(metadata.name)) faults.push(`${nameOf(document)} is no name`);
    return faults;
  });
}

/** With a namespace in the document it stays the release's also where `helm template` is all that is used of Helm. */
export function namespaces({ documents, namespace }) {
  return documents
    .filter(({ metadata }) => metadata.namespace !== namespace)
    .map((document) => `${nameOf(document)} is not in the release's namespace`);
}

export function labels({ documents }) {
  const labelled = [
    ...documents.map((document) => ({
      where: nameOf(document),
      found: document.metadata.labels ?? {},
      wanted: [...WHOSE, ...MADE_BY],
    })),
    ...podsOf(documents).map(({ owner, labels: found }) => ({ where: `${nameOf(owner)}'s pod`, found, wanted: WHOSE })),
  ];
  return labelled.flatMap(({ where, found, wanted }) => [
    ...wanted.filter((key) => !found[key]).map((key) => `${where} has no label ${key}`),
    ...Object.entries(found)
      .filter(([, value]) => value.length > LONGEST || !LABEL.test(value))
      .map(([key, value]) => `${where} has the label ${key} with a value that can't be one: ${value}`),
  ]);
}

/** Kubernetes never changes a Deployment's selector: what changes with a version would end every upgrade. */
export function lastingSelectors({ documents }) {
  return ofKind(documents, 'Deployment', 'StatefulSet').flatMap((document) =>
    MADE_BY.filter((key) => key in (document.spec.selector.matchLabels ?? {})).map(
      (key) => `${nameOf(document)} selects by ${key}, which changes`,
    ),
  );
}
