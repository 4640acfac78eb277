import { Component, Suspense, type ReactNode } from 'react';
import { useAfterContent } from '../../lib/api/after-content.ts';
import { FailedState } from './empty-state.tsx';

type Props = {
  children: ReactNode;
  /** Shown instead of a message with a retry button, for content that nobody misses. */
  fallback?: ReactNode;
};
type State = { readonly hasFailed: boolean; readonly retries: number };

/**
 * Error boundary around an independent part of a page: when it breaks or its code does not load, the rest of the page
 * stays. Browsers do not request failed code again, so the second retry reloads the page.
 */
export class BlockBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false, retries: 0 };

  static getDerivedStateFromError = (): Partial<State> => ({ hasFailed: true });

  override render(): ReactNode {
    const { children, fallback } = this.props;
    if (!this.state.hasFailed) return children;
    return fallback === undefined ? <FailedState onRetry={this.#retry} /> : fallback;
  }

  readonly #retry = (): void => {
    if (this.state.retries > 0) location.reload();
    else this.setState(({ retries }) => ({ hasFailed: false, retries: retries + 1 }));
  };
}

/**
 * A part that may come after the content; `before` stands in for it until then, while its code loads, and where that
 * does not come.
 */
export const AfterContent = ({ children, before = null }: { children: ReactNode; before?: ReactNode }) =>
  useAfterContent() ? (
    <BlockBoundary fallback={before}>
      <Suspense fallback={before}>{children}</Suspense>
    </BlockBoundary>
  ) : (
    before
  );
