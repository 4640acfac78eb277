// Sets the colour scheme and the language before the first paint, so that neither flashes.
(() => {
  let stored = {};
  try {
    stored = JSON.parse(localStorage.getItem('portside') ?? '{}').state ?? {};
  } catch {
    // Storage is off or damaged: the system's own preference decides.
  }
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const scheme = stored.theme === 'light' || stored.theme === 'dark' ? stored.theme : system;
  document.documentElement.dataset.mantineColorScheme = scheme;
  if (typeof stored.language === 'string') document.documentElement.lang = stored.language;
})();
