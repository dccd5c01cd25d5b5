import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { portalTexts } from '../texts/portal-texts.js';

const { common: words } = portalTexts;

/** Surrounds a part that is loaded when needed. When it can't be loaded, the rest of the page stays. */
export class PartGuard extends Component<{ readonly children: ReactNode }, { readonly isMissing: boolean }> {
  override state = { isMissing: false };

  static getDerivedStateFromError(): { isMissing: boolean } {
    return { isMissing: true };
  }

  override render(): ReactNode {
    if (!this.state.isMissing) return this.props.children;
    return (
      <div className="failed">
        <p role="alert">{words.partMissing}</p>
        <Button variant="default" onClick={() => location.reload()}>
          {words.loadAgain}
        </Button>
      </div>
    );
  }
}
