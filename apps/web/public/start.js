// Sets the colour scheme and the language before the first paint, so that neither flashes, and shows the prerendered
// page if it fits this reader.
(() => {
  // The only way from text to HTML (Trusted Types): text without a tag, such as the kit's style sheets, and documents
  // that are parsed to be read, in which nothing runs.
  globalThis.trustedTypes?.createPolicy('default', {
    createHTML(text, _type, sink) {
      if (sink === 'DOMParser parseFromString' || !text.includes('<')) return text;
      throw new TypeError('HTML is made of elements here, not of text');
    },
  });

  // Those of this width, which the build has linked before this script: they count before anything is painted.
  for (const sheet of document.querySelectorAll('link[as=style]'))
    if (matchMedia(sheet.media).matches) sheet.rel = 'stylesheet';

  const page = document.documentElement;
  // The newest that the pages need (late-note.ts names the browsers): they would not start, and say so at once.
  if (!''.isWellFormed || ![].toSorted || !CSS.supports('container-type', 'inline-size'))
    page.dataset.unable = '';
  let stored = {};
  try {
    stored = JSON.parse(localStorage.getItem('portside') ?? '{}').state ?? {};
  } catch {
    // Storage is unavailable or damaged: the system preference decides.
  }
  // Chosen for this visit by the address (`?lang=pt`), and the reader's own choice only once they make it.
  const visit = visitLanguage();
  const language = visit ?? stored.language;
  if (visit) page.dataset.visitLanguage = visit;
  const { prerenderedFor } = document.currentScript.dataset;
  const drawing = prerenderedFor === undefined ? -1 : JSON.parse(prerenderedFor).findIndex(fits);
  if (prerenderedFor !== undefined) page.dataset.shows = drawing < 0 ? 'start' : String(drawing);
  // Their home page has an HTML of its own; the router would lead there only once the code of this one has loaded.
  if (location.pathname === '/' && location.search === '' && stored.token && isNarrow()) {
    page.dataset.shows = 'nothing';
    location.replace('/mobile/index');
  }

  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const scheme = stored.theme === 'light' || stored.theme === 'dark' ? stored.theme : system;
  page.dataset.mantineColorScheme = scheme;
  if (typeof language === 'string') page.lang = language;

  // Also where another page shows: the bars of announcements are copied from what is in the HTML.
  if (prerenderedFor !== undefined) fillIn();
  // The place of the agent's name is kept free for it.
  if (stored.promotionCode || /[?&]promotion_code=[a-z\d]{8}(?:&|$)/i.test(location.search))
    page.dataset.invited = '';

  // The prerendered page contains no personal data: values kept from the last visit are filled in here.
  function fillIn() {
    const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2, roundingMode: 'trunc' };
    const kept = {
      balance:
        drawing >= 0 && stored.user && new Intl.NumberFormat(page.lang, digits).format(stored.user.balance),
    };
    const observer = new MutationObserver(() => {
      showAnnouncements();
      for (const place of document.querySelectorAll('[data-prerendered] [data-kept]')) {
        const text = kept[place.dataset.kept];
        if (text && place.textContent !== text) place.textContent = text;
      }
    });
    observer.observe(page, { childList: true, subtree: true });
    document.addEventListener('DOMContentLoaded', () => observer.disconnect());
  }
  // In each place the newest that the reader has not put away.
  function showAnnouncements() {
    const taken = new Set();
    for (const bar of document.querySelectorAll('[data-prerendered] [data-announcement][data-id]')) {
      const place = `${bar.closest('[data-prerendered]').dataset.prerendered} ${bar.dataset.announcement}`;
      bar.hidden = taken.has(place) || Boolean(stored.announcementsPutAway?.includes(bar.dataset.id));
      if (!bar.hidden) taken.add(place);
    }
  }
  function fits({ isSignedIn, isPhone }) {
    return (
      !isPreviewed() &&
      (language ?? page.lang) === page.lang &&
      (isSignedIn ?? Boolean(stored.token)) === Boolean(stored.token) &&
      (isPhone ?? isNarrow()) === isNarrow() &&
      // Elsewhere, other query parameters lead to another form or a filtered list.
      (location.pathname === '/' || !/[?&](?!redirect=|promotion_code=)/.test(location.search))
    );
  }
  // Taken out of the address, so that nobody passes it on by copying the link, and kept for the pages of this visit.
  function visitLanguage() {
    const parameter = /([?&])lang=(zh-cn|en|pt|ru)(?:&|$)/i;
    const { pathname, search, hash } = location;
    const asked = parameter.exec(search)?.[2].toLowerCase();
    if (asked) {
      const left = search.replace(parameter, '$1').replace(/[?&]$/, '');
      history.replaceState(history.state, '', pathname + left + hash);
    }
    try {
      if (asked) sessionStorage.setItem('visit-language', asked);
      return asked ?? sessionStorage.getItem('visit-language');
    } catch {
      return asked ?? null;
    }
  }
  // The operator looks at a draft of the brand; prerendered pages have the published one.
  function isPreviewed() {
    try {
      return sessionStorage.getItem('brand-preview') !== null;
    } catch {
      return false;
    }
  }
  function isNarrow() {
    return matchMedia('(max-width: 768px)').matches;
  }
})();
