import { Component, type ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
  /** Shown until the next attempt. */
  readonly fallback: () => ReactNode;
}

const FIRST_MS = 5_000;
const LONGEST_MS = 60_000;

/** Keeps a television from going blank: after the screen has crashed, the fallback shows and the screen is rendered anew. */
export class CrashGuard extends Component<Props, { readonly isDown: boolean }> {
  override state = { isDown: false };
  private crashes = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  static getDerivedStateFromError(): { isDown: boolean } {
    return { isDown: true };
  }

  override componentDidCatch(): void {
    const wait = Math.min(LONGEST_MS, FIRST_MS * 2 ** this.crashes++);
    this.timer = setTimeout(() => this.setState({ isDown: false }), wait);
  }

  override componentWillUnmount(): void {
    clearTimeout(this.timer);
  }

  override render(): ReactNode {
    return this.state.isDown ? this.props.fallback() : this.props.children;
  }
}
