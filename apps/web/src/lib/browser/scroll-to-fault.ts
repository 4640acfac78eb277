const CONTROL = 'input, textarea, select';

/** Brings the first field at fault in sight, clear of what stands at the foot of a form, and puts the reader there. */
export function scrollToFault(form: Element | null | undefined): void {
  const fault = form?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]');
  fault?.scrollIntoView({ block: 'center' });
  // Of some fields only the frame is marked.
  const control = fault?.matches(CONTROL) ? fault : fault?.querySelector<HTMLElement>(CONTROL);
  control?.focus({ preventScroll: true });
}
