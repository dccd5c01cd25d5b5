import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { ROOT } from '../local/run.mjs';

const PORT = 28_100;

/** Runs the stand-in for the market's providers in a namespace of its own: the product's image with another script. */
export async function startFeed(kube, image) {
  const bundle = await rolldown({ input: join(ROOT, 'libs/testing/dist/market-feed-cli.js'), platform: 'node' });
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
  await bundle.close();
  const labels = { app: 'market' };
  const metadata = { name: 'market', namespace: kube.namespace };
  await kube.apply(
    { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { 'market.mjs': output[0].code } },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata,
      spec: { selector: labels, ports: [{ port: PORT }] },
    },
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata,
      spec: {
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            containers: [
              {
                name: 'market',
                image,
                args: ['/etc/market/market.mjs'],
                env: [
                  { name: 'HOST', value: '0.0.0.0' },
                  { name: 'PORT', value: String(PORT) },
                ],
                readinessProbe: { tcpSocket: { port: PORT }, periodSeconds: 1 },
                volumeMounts: [{ name: 'script', mountPath: '/etc/market' }],
              },
            ],
            volumes: [{ name: 'script', configMap: { name: 'market' } }],
          },
        },
      },
    },
  );
  await kube.kubectl('rollout', 'status', 'deployment/market', '--timeout=120s');
  return { address: `http://market.${kube.namespace}:${PORT}`, port: PORT, labels };
}
