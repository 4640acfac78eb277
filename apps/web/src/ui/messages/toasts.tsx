export type Toast = { readonly id: string; readonly message: string; readonly color: 'red.5' | 'green.5' };

let show: ((toast: Toast) => void) | null = null;
const waiting: Toast[] = [];

/** Shows a failure. A toast with the same id is not shown twice at a time. */
export const toastFailure = (id: string, message: string): void => announce({ id, message, color: 'red.5' });

export const toastSuccess = (id: string, message: string): void =>
  announce({ id, message, color: 'green.5' });

function announce(toast: Toast): void {
  if (show) show(toast);
  else waiting.push(toast);
}

/** Connects the place where toasts appear; those before it are shown now. */
export function connectToasts(place: (toast: Toast) => void): void {
  show = place;
  waiting.splice(0).forEach(place);
}
