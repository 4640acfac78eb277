import { Component, type ReactNode } from 'react';
import { FailedState } from './failed-state.tsx';

type Props = {
  children: ReactNode;
  /** Instead of a word and a way to try again: for what nobody misses. */
  fallback?: ReactNode;
};
type State = { readonly hasFailed: boolean; readonly retries: number };

/**
 * Around what stands for itself on a page: when it breaks, or its code does not arrive, the rest stays. Code that
 * failed to load is not asked for again by the browser, so the second try loads the page anew.
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
