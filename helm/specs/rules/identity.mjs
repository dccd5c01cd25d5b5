// Rules about the names, namespaces and labels of objects.
import { nameOf, ofKind, podsOf } from './pods.mjs';

const NAME = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;
/** A Service's name is also a DNS label, which must not begin with a digit. */
const SERVICE_NAME = /^[a-z]([a-z0-9-]*[a-z0-9])?$/;
const LABEL = /^([A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?)?$/;
const LONGEST = 63;
/** A StatefulSet's pods have the name of a revision as a label, which is eleven characters longer. */
const LONGEST_OF_STATEFUL_SET = 52;

const WHOSE = ['app.kubernetes.io/name', 'app.kubernetes.io/instance', 'app.kubernetes.io/component'];
/** Pods don't need these labels: a change of a pod's labels restarts the pod. */
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

/**
 * With a namespace in each document, the documents stay in the release's namespace also when they are applied from `helm
 * template`.
 */
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

/** A Deployment's selector can't be changed, so a label that changes with the version would make every upgrade fail. */
export function lastingSelectors({ documents }) {
  return ofKind(documents, 'Deployment', 'StatefulSet').flatMap((document) =>
    MADE_BY.filter((key) => key in (document.spec.selector.matchLabels ?? {})).map(
      (key) => `${nameOf(document)} selects by ${key}, which changes`,
    ),
  );
}
