export type Toast = {
  readonly id: string;
  readonly message: string;
  readonly color: 'red.5' | 'green.5';
  /** What can be done about it; such a toast stays longer. */
  readonly action?: { readonly label: string; readonly run: () => void };
};

let show: ((toast: Toast) => void) | null = null;
const waiting: Toast[] = [];

/** Shows a failure. A toast with the same id is not shown twice at a time. */
export const toastFailure = (id: string, message: string): void => announce({ id, message, color: 'red.5' });

export const toastSuccess = (id: string, message: string, action?: Toast['action']): void =>
  announce({ id, message, color: 'green.5', ...(action && { action }) });

function announce(toast: Toast): void {
  if (show) show(toast);
  else waiting.push(toast);
}

/** Connects the place where toasts appear, and shows those that came before it. */
export function connectToasts(place: (toast: Toast) => void): void {
  show = place;
  waiting.splice(0).forEach(place);
}
