import { portalTexts } from '@sarafa/contracts';

export function PageHead({ title, hint }: { title: string; hint?: string }) {
  return (
    <div className="h">
      <title>{`${title} · ${portalTexts.title}`}</title>
      <h1>{title}</h1>
      {hint && <p>{hint}</p>}
    </div>
  );
}
