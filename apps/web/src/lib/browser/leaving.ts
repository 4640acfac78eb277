/** Whether something on the page would ask before it is left, such as an import that is running. */
export const isLeavingPrevented = (): boolean =>
  !dispatchEvent(new Event('beforeunload', { cancelable: true }));
