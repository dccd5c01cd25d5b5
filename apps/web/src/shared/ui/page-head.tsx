import type { Ref } from 'react';
import { portalTexts } from '../texts/portal-texts.js';

interface Props {
  readonly title: string;
  readonly hint?: string;
  readonly headingRef?: Ref<HTMLHeadingElement>;
}

export function PageHead({ title, hint, headingRef }: Props) {
  return (
    <div className="h">
      <title>{`${title} · ${portalTexts.title}`}</title>
      <h1 ref={headingRef} tabIndex={-1}>
        {title}
      </h1>
      {hint && <p>{hint}</p>}
    </div>
  );
}
