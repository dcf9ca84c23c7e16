// A browser's user agent in two familiar words.

/** In this order: most browsers also claim to be those further down. */
const BROWSERS: [string, RegExp][] = [
  ["Edge", /\bEdgA?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ["Safari", /\bSafari\//],
];
const SYSTEMS: [string, RegExp][] = [
  ["Android", /\bAndroid\b/],
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMacintosh\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b/],
];

const found = (names: [string, RegExp][], label: string) => names.find(([, sign]) => sign.test(label))?.[0];

/** “Firefox · Windows”; for other programs their first product name. */
export function deviceName(label: string): string {
  const browser = found(BROWSERS, label) ?? label.split(/[\s/]/)[0]!;
  return [browser, found(SYSTEMS, label)].filter(Boolean).join(" · ");
}
