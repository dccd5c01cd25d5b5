// All rules, by what they demand of a release. Each takes `{ documents, namespace, given }` and answers its faults as lines;
// `given` contains every text of the values, among which are the names of objects that the chart doesn't make.
import { expansions, portNames, probes, resources } from './containers.mjs';
import { labels, lastingSelectors, names, namespaces } from './identity.mjs';
import { nameService, policies, reachable, visitors } from './network.mjs';
import { mounts, references } from './references.mjs';
import { readOnlyRoots, restricted, tokens } from './security.mjs';
import { budgets, monitors, ownPods, routes, scalers, services } from './selectors.mjs';
import { nameOf } from './pods.mjs';
import { schemaFaults } from '../validator.mjs';

/**
 * @typedef {{ documents: { kind: string, metadata: object }[], namespace: string, given: Set<string> }} Release
 * @type {Record<string, (release: Release) => string[]>}
 */
export const RULES = {
  'has only fields that Kubernetes knows': ({ documents }) =>
    documents.flatMap((document) => schemaFaults(document).map((fault) => `${nameOf(document)}: ${fault}`)),
  'has no object twice, and names that fit': names,
  'says of every object in which namespace it is': namespaces,
  'labels every object and every pod': labels,
  'selects by what lasts': lastingSelectors,
  'has workloads that select their own pods alone': ownPods,
  'has Services that lead to pods and their ports': services,
  'has routes that lead to Services and their ports': routes,
  'scales what is there': scalers,
  'has a budget for one workload each': budgets,
  'monitors Services that are there': monitors,
  'has pods that restricted Pod Security lets in': restricted,
  'has containers with a read-only root': readOnlyRoots,
  'gives no pod a token': tokens,
  'says what every container needs': resources,
  'asks every lasting container how it is': probes,
  'fills in only what is there': expansions,
  'names ports so that each can be meant': portNames,
  'refers to objects that are there, and their keys': references,
  'mounts volumes that are there': mounts,
  'has no policy about nobody': policies,
  'lets each pod reach what it is told of': reachable,
  'lets routes and monitors in': visitors,
  'lets each pod ask DNS': nameService,
};
