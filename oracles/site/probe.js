// Returns what is wrong with the page: it scrolls sideways, text has too little
// contrast or is cut off, or a control has no label.
(() => {
  const bad = [];
  const channels = (c) => c.match(/[\d.]+/g).map(Number);
  const luminance = (c) => { const [r, g, b] = channels(c).slice(0, 3).map((v) => (v /= 255) <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4); return .2126 * r + .7152 * g + .0722 * b; };
  const behind = (e) => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor; if (channels(c)[3] !== 0) return c; } return "rgb(255, 255, 255)"; };
  const width = document.documentElement.clientWidth; // innerWidth grows with what overflows on a phone
  if (document.scrollingElement.scrollWidth > width) bad.push("the page is " + document.scrollingElement.scrollWidth + " pixels wide, the display " + width);
  for (const e of document.querySelectorAll("header *, #report h1")) {
    if (![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) || !e.getClientRects().length) continue;
    const [x, y] = [luminance(getComputedStyle(e).color), luminance(behind(e))].sort((p, q) => q - p);
    if ((x + .05) / (y + .05) < 4.5) bad.push("little contrast: " + e.textContent.slice(0, 40));
    const box = e.getBoundingClientRect();
    if (box.right > width + 1) bad.push("cut off: " + e.textContent.slice(0, 40));
  }
  for (const e of document.querySelectorAll("input, select, button")) if (!e.labels?.length && !e.textContent.trim()) bad.push("without a label: " + e.outerHTML);
  return bad.join("; ");
})()
