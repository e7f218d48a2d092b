// Over 300 lines with its lists: what a drawing may consist of stands in one place.
import { type AttrGetter, Parser } from 'saxen';
import { FileRefused } from './errors.ts';

/** What is drawn. Everything else of SVG is refused, but for what shows nothing. */
const drawn = new Set([
  'svg',
  'g',
  'a',
  'defs',
  'symbol',
  'use',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'text',
  'tspan',
  'linearGradient',
  'radialGradient',
  'stop',
  'clipPath',
]);

/** Left out with all that is in it: words about the drawing, programs, movement. */
const unseen = new Set(['title', 'desc', 'metadata', 'script', 'animate', 'animateMotion', 'animateTransform', 'set']);

/** What says where and how large something is. */
const attributes = new Set([
  'id',
  'd',
  'points',
  'x',
  'y',
  'width',
  'height',
  'rx',
  'ry',
  'cx',
  'cy',
  'r',
  'x1',
  'y1',
  'x2',
  'y2',
  'dx',
  'dy',
  'fx',
  'fy',
  'offset',
  'viewBox',
  'preserveAspectRatio',
  'transform',
  'gradientUnits',
  'gradientTransform',
  'spreadMethod',
  'clipPathUnits',
  'href',
  'xlink:href',
]);

/** What says how it looks: as an attribute, in `style`, or in the rules of a class. */
const properties = new Set([
  'fill',
  'fill-opacity',
  'fill-rule',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-miterlimit',
  'stroke-dasharray',
  'stroke-dashoffset',
  'opacity',
  'color',
  'display',
  'visibility',
  'clip-path',
  'clip-rule',
  'stop-color',
  'stop-opacity',
  'paint-order',
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'letter-spacing',
  'text-anchor',
]);

/** Slow to draw. Without them the drawing would look otherwise, so it is refused rather than changed. */
const effects = new Set(['filter', 'mask', 'marker', 'marker-start', 'marker-mid', 'marker-end', 'mix-blend-mode']);
const noEffect = new Set(['none', 'normal', 'auto', '']);

/** Those that may name a gradient or an outline of the drawing itself. */
const painted = new Set(['fill', 'stroke', 'clip-path']);

/** Those that may refer to another part of the drawing by its id. */
const referring = new Set(['use', 'linearGradient', 'radialGradient']);

const most = {
  elements: 2000,
  depth: 60,
  /** Characters of paths and points. */
  outlines: 500_000,
  /** Parts that repeat another part; they can be repeated within each other. */
  uses: 50,
  /** Groups that are drawn apart and laid over the rest. */
  layers: 100,
  layersWithin: 8,
  clipped: 200,
  /** Characters of texts. */
  text: 5000,
};

const choosePng = 'Save it without that, or choose a PNG.';
const tooComplex = () =>
  new FileRefused('This drawing has too many parts. Save it in a simpler form, or choose a PNG.');
const holds = (what: string) => new FileRefused(`This drawing has ${what}, which can’t be shown here. ${choosePng}`);

type Values = Map<string, string>;
type OpenElement = { name: string; values: Values; classes: string[]; style: Values };

/**
 * A drawing written anew with nothing but what is known to be harmless and quick to draw: shapes, text, gradients, clip
 * paths, and parts that are repeated. The rules of classes become attributes. Throws FileRefused, which says what to do,
 * for anything else that would show, for references that lead elsewhere, document types, and what has too many parts.
 */
export const plainSvg = (drawing: Buffer): string => {
  const read = readSvg(drawing);
  const written: string[] = [];
  const layers: boolean[] = [];
  const counted = { layers: 0, clipped: 0 };
  for (const one of read.parts) {
    if (typeof one === 'string') {
      written.push(one);
      if (one.startsWith('</')) layers.pop();
      continue;
    }
    const values = looks(one, read.rules);
    const isLayer = Number(values.get('opacity') ?? 1) !== 1;
    layers.push(isLayer);
    if (isLayer) counted.layers += 1;
    if (values.has('clip-path')) counted.clipped += 1;
    if (counted.layers > most.layers || counted.clipped > most.clipped) throw tooComplex();
    if (layers.filter(Boolean).length > most.layersWithin) throw tooComplex();
    const said = [...values].map(([name, value]) => ` ${name}="${escaped(value)}"`);
    written.push(`<${one.name}${layers.length === 1 ? namespaces : ''}${said.join('')}>`);
  }
  return written.join('');
};

const namespaces = ' xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** What counts of all that is said of an element: `style` over classes, in the order of their rules, over attributes. */
const looks = ({ values, classes, style }: OpenElement, rules: readonly Rule[]): Values => {
  const merged = new Map(values);
  for (const { selector, declared } of classes.length > 0 ? rules : [])
    if (classes.includes(selector)) for (const [name, value] of declared) merged.set(name, value);
  for (const [name, value] of style) merged.set(name, value);
  return merged;
};

/** Reads a drawing: its parts in order, opened elements as they are and the rest as written, and the rules of its classes. */
const readSvg = (drawing: Buffer): { parts: (OpenElement | string)[]; rules: Rule[] } => {
  const parts: (OpenElement | string)[] = [];
  const rules: Rule[] = [];
  const open: string[] = [];
  const counted = { elements: 0, outlines: 0, uses: 0, text: 0 };
  /** How deep within something that is left out. */
  let leftOut = 0;
  let sheet: string | null = null;

  const take = (name: string, said: Record<string, string>, decode: (text: string) => string): OpenElement => {
    const element = described(name, said, decode);
    counted.elements += 1;
    counted.outlines += (element.values.get('d')?.length ?? 0) + (element.values.get('points')?.length ?? 0);
    if (name === 'use') counted.uses += 1;
    const isTooMuch =
      counted.elements > most.elements ||
      counted.outlines > most.outlines ||
      counted.uses > most.uses ||
      open.length >= most.depth;
    if (isTooMuch) throw tooComplex();
    return element;
  };
  const write = (text: string) => {
    if (sheet !== null) sheet += text;
    else if (leftOut === 0 && isText(open.at(-1))) {
      counted.text += text.length;
      if (counted.text > most.text) throw tooComplex();
      parts.push(escaped(text));
    }
  };

  const parser = new Parser().ns({
    'http://www.w3.org/2000/svg': 'svg',
    'http://www.w3.org/1999/xlink': 'xlink',
  });
  parser.on('openTag', (qualified: string, attrs: AttrGetter, decode: (text: string) => string, isClosed: boolean) => {
    const [space, name] = split(qualified);
    if (leftOut > 0 || sheet !== null || space !== 'svg' || unseen.has(name)) {
      if (!isClosed) leftOut += 1;
      return;
    }
    if (name === 'style') {
      if (!isClosed) sheet = '';
      return;
    }
    if (!drawn.has(name)) throw holds(`a part of the kind “${name.slice(0, 40)}”`);
    const isRoot = parts.length === 0;
    if (isRoot ? name !== 'svg' : open.length === 0) throw damaged();
    if (name === 'svg' && !isRoot) throw holds('another drawing in it');
    const tag = name === 'a' ? (isText(open.at(-1)) ? 'tspan' : 'g') : name;
    parts.push(take(tag, attrs() || {}, decode));
    if (isClosed) parts.push(`</${tag}>`);
    else open.push(tag);
  });
  parser.on('closeTag', (_: string, __: unknown, isClosed: boolean) => {
    if (isClosed) return;
    if (leftOut > 0) leftOut -= 1;
    else if (sheet !== null) {
      rules.push(...rulesOf(sheet));
      sheet = null;
    } else parts.push(`</${open.pop()}>`);
  });
  parser.on('text', (text: string, decode: (text: string) => string) => write(decode(text)));
  parser.on('cdata', write);
  parser.on('attention', () => {
    throw new FileRefused('This drawing declares a document type. Save it as plain SVG, or choose a PNG.');
  });
  parser.on('error', () => {
    throw damaged();
  });
  parser.parse(decoded(drawing));
  if (parts.length === 0) throw damaged();
  return { parts, rules };
};

const isText = (name: string | undefined) => name === 'text' || name === 'tspan';

const damaged = () => new FileRefused('This drawing is damaged and can’t be shown. Save it again, or choose a PNG.');

const decoded = (drawing: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(drawing);
  } catch {
    throw damaged();
  }
};

const split = (qualified: string): [space: string, name: string] => {
  const at = qualified.indexOf(':');
  return at < 0 ? ['', qualified] : [qualified.slice(0, at), qualified.slice(at + 1)];
};

/** What is known of what an element says of itself. */
const described = (name: string, said: Record<string, string>, decode: (text: string) => string): OpenElement => {
  const values: Values = new Map();
  for (const [attribute, raw] of Object.entries(said)) {
    const value = decode(raw);
    if (attribute === 'href' || attribute === 'xlink:href') {
      if (!referring.has(name)) continue;
      if (!value.startsWith('#')) throw holds('a reference to something outside the drawing');
      values.set(attribute, value);
    } else if (attributes.has(attribute)) values.set(attribute, value);
    else keep(values, attribute, value);
  }
  const classes = decode(said.class ?? '')
    .split(/\s+/)
    .filter(Boolean);
  return { name, values, classes, style: declarations(decode(said.style ?? '')) };
};

const ofThisDrawing = /^url\(\s*["']?#[^\s"'()]+["']?\s*\)(\s+[#\w]+)?$/;

/** Keeps a property that is drawn; one that is not known has no say. */
const keep = (values: Values, property: string, given: string): void => {
  const value = given.replace(/!\s*important\s*$/, '').trim();
  if (effects.has(property) && !noEffect.has(value)) throw holds(`an effect (${property})`);
  if (!properties.has(property)) return;
  const refers = /url|image|src|[@\\]/i.test(value) && property !== 'font-family';
  if (refers && !(painted.has(property) && ofThisDrawing.test(value)))
    throw holds('a reference to something outside the drawing');
  values.set(property, value);
};

/** `fill: #f00; stroke: none` */
const declarations = (text: string): Values => {
  const values: Values = new Map();
  for (const declaration of text.split(';')) {
    const at = declaration.indexOf(':');
    if (at > 0) keep(values, declaration.slice(0, at).trim().toLowerCase(), declaration.slice(at + 1).trim());
  }
  return values;
};

type Rule = { selector: string; declared: Values };

/** The rules of a sheet that speaks of single classes only, as drawing programs write them. */
const rulesOf = (sheet: string): Rule[] =>
  withoutComments(sheet)
    .split('}')
    .filter((rule) => rule.trim() !== '')
    .flatMap((rule) => {
      const [selectors = '', declared, ...more] = rule.split('{');
      const classes = selectors.split(',').map((one) => one.trim());
      if (declared === undefined || more.length > 0 || !classes.every((one) => /^\.[\w-]+$/.test(one)))
        throw holds('a style sheet with more than plain classes');
      return classes.map((one) => ({ selector: one.slice(1), declared: declarations(declared) }));
    });

const withoutComments = (sheet: string): string =>
  sheet
    .split('/*')
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf('*/') + 2)))
    .join(' ');
