import { Component, startTransition, useContext, useLayoutEffect, useState, type ReactNode } from 'react';
import { LocationContext, NavigationContext, OutletContext, StateContext } from './hooks.ts';
import type { Route } from './match-routes.ts';
import type { Navigation, NavigationState } from './navigation.ts';
import type { Location } from './path.ts';

/** Shows the page at the current address within its layouts; or `children` at every address. */
export function SiteRouter({ navigation, children }: { navigation: Navigation; children?: ReactNode }) {
  const [state, setState] = useState(navigation.state);
  useLayoutEffect(() => {
    // As transitions: the old page stays while a part of the new one suspends.
    const show = () => startTransition(() => setState(navigation.state()));
    show();
    return navigation.subscribe(show);
  }, [navigation]);
  return (
    <NavigationContext value={navigation}>
      <StateContext value={state}>
        <LocationContext value={state.location}>{children ?? drawFrom(state, 0)}</LocationContext>
      </StateContext>
    </NavigationContext>
  );
}

/** Where a layout shows the page inside it. */
export function Outlet() {
  return useContext(OutletContext);
}

function drawFrom(state: NavigationState, depth: number): ReactNode {
  const route = state.routes[depth];
  if (!route) return null;
  const Page = state.pages[depth] ?? Outlet;
  const drawn = (
    <OutletContext value={drawFrom(state, depth + 1)}>
      <Page />
    </OutletContext>
  );
  if (!route.ErrorPage) return drawn;
  return (
    <Boundary ErrorPage={route.ErrorPage} location={state.location} isFailed={state.failure?.at === depth}>
      {drawn}
    </Boundary>
  );
}

type BoundaryProps = {
  readonly ErrorPage: NonNullable<Route['ErrorPage']>;
  readonly location: Location;
  /** Code below did not load. */
  readonly isFailed: boolean;
  readonly children: ReactNode;
};

type BoundaryState = { readonly hasCrashed: boolean; readonly location: Location };

/** Shows the error page for what crashes below it, until the next navigation. */
class Boundary extends Component<BoundaryProps, BoundaryState> {
  override readonly state: BoundaryState = { hasCrashed: false, location: this.props.location };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { hasCrashed: true };
  }

  static getDerivedStateFromProps({ location }: BoundaryProps, before: BoundaryState): BoundaryState | null {
    return location === before.location ? null : { hasCrashed: false, location };
  }

  override render() {
    const { ErrorPage, isFailed, children } = this.props;
    return this.state.hasCrashed || isFailed ? <ErrorPage /> : children;
  }
}
