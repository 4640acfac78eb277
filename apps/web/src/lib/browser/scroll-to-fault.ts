const CONTROL = 'input, textarea, select';

/**
 * Scrolls to a form's first invalid field and focuses it. Centred, so that a bar at the form's bottom does not cover
 * it.
 */
export function scrollToFault(form: Element | null | undefined): void {
  const fault = form?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]');
  fault?.scrollIntoView({ block: 'center' });
  // Some fields mark only their wrapper.
  const control = fault?.matches(CONTROL) ? fault : fault?.querySelector<HTMLElement>(CONTROL);
  control?.focus({ preventScroll: true });
}
