import { Component, type ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
  /** What stands in until the next try. */
  readonly fallback: () => ReactNode;
}

const FIRST_MS = 5_000;
const LONGEST_MS = 60_000;

/** A television never stays blank: after a crash of the screen its fallback shows, and the screen is made anew. */
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
