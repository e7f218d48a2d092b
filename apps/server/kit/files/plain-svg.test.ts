import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { FileRefused } from './errors.ts';
import { plainSvg } from './plain-svg.ts';

const svg = (inner: string, more = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="200" height="50"${more}>${inner}</svg>`;
const plain = (text: string) => plainSvg(Buffer.from(text));
const times = (count: number, text: string) => text.repeat(count);

describe('a drawing is refused', () => {
  test.each([
    ['a picture', '<image width="9" height="9" href="data:image/png;base64,AAAA"/>', 'a part of the kind “image”'],
    ['a filter', '<filter id="f"><feGaussianBlur/></filter>', 'a part of the kind “filter”'],
    ['a mask', '<mask id="m"/>', 'a part of the kind “mask”'],
    ['a marker', '<marker id="m"/>', 'a part of the kind “marker”'],
    ['a pattern', '<pattern id="m"/>', 'a part of the kind “pattern”'],
    ['HTML', '<foreignObject><p xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>', 'a part of the kind “foreign'],
    ['an element of another case', '<IMAGE href="x"/>', 'a part of the kind “IMAGE”'],
    [
      'an element under another prefix',
      '<s:image xmlns:s="http://www.w3.org/2000/svg"/>',
      'a part of the kind “image”',
    ],
    ['another drawing', '<svg/>', 'another drawing'],
    ['a filter in a style', '<g style="filter:blur(50px)"/>', 'an effect (filter)'],
    ['a filter in capitals', '<g style="FILTER : blur(50px)"/>', 'an effect (filter)'],
    ['a filter as an attribute', '<g filter="url(#f)"/>', 'an effect (filter)'],
    ['a filter of a class', '<style>.a{filter:blur(50px)}</style><g class="a"/>', 'an effect (filter)'],
    ['a mask in a style', '<g style="fill:none;mask:url(#m)"/>', 'an effect (mask)'],
    ['a marker on a path', '<path d="M0 0" marker-end="url(#m)"/>', 'an effect (marker-end)'],
    ['blending', '<g style="mix-blend-mode:multiply"/>', 'an effect (mix-blend-mode)'],
    ['a part of a file', '<use href="file:///etc/passwd#a"/>', 'a reference to something outside'],
    ['a part of another drawing', '<use xlink:href="http://127.0.0.1/x.svg#a"/>', 'a reference to something outside'],
    ['a part given as data', '<use href="data:image/svg+xml,x#a"/>', 'a reference to something outside'],
    ['a gradient of a file', '<linearGradient href="x.svg#a"/>', 'a reference to something outside'],
    ['paint of a file', '<rect fill="url(file:///etc/passwd#a)"/>', 'a reference to something outside'],
    ['paint in escaped letters', '<rect style="fill:\\75rl(http://a)"/>', 'a reference to something outside'],
    ['paint behind entities', '<rect fill="u&#114;l(http://a)"/>', 'a reference to something outside'],
    ['a picture as paint', '<rect style="fill:image(http://a)"/>', 'a reference to something outside'],
    [
      'a style sheet that imports',
      '<style>@import url("http://a");</style>',
      'a style sheet with more than plain classes',
    ],
    [
      'a style sheet of elements',
      '<style><![CDATA[rect { fill: #f00 }]]></style>',
      'a style sheet with more than plain',
    ],
    [
      'a style sheet with nesting',
      '<style>.a { .b { fill: #f00 } }</style>',
      'a style sheet with more than plain classes',
    ],
  ])('that holds %s', (_, inner, words) => {
    const refused = () => plain(svg(inner));
    expect(refused).toThrow(FileRefused);
    expect(refused).toThrow(`This drawing has ${words}`);
    expect(refused).toThrow('Save it without that, or choose a PNG.');
  });

  test.each([
    ['declares entities', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('<text>&a;</text>')}`],
    ['has a doctype in small letters', `<!doctype svg>${svg('')}`],
    ['declares entities within', svg('<!ENTITY % more SYSTEM "file:///etc/passwd">')],
  ])('that %s', (_, text) => {
    expect(() => plain(text)).toThrow('This drawing declares a document type.');
  });

  test.each([
    ['is text', 'drawing'],
    ['is empty', ''],
    ['ends too early', svg('<g>').slice(0, -6)],
    ['is another kind of XML', '<html/>'],
    ['is of no namespace', '<svg><rect/></svg>'],
    ['is two', svg('') + svg('')],
    ['closes what it did not open', svg('</g>')],
    ['is not UTF-8', Buffer.from([0x3c, 0xff, 0xfe])],
  ])('that %s', (_, text) => {
    expect(() => plainSvg(Buffer.from(text as string))).toThrow('This drawing is damaged');
  });

  test.each([
    ['34,000 paths', times(34_000, '<path d="M0 0h9"/>')],
    ['outlines of half a megabyte', `<path d="M0 0${times(130_000, 'h1v1')}"/>`],
    ['points of half a megabyte', `<polygon points="${times(130_000, '1,2 ')}"/>`],
    ['20,000 groups within each other', times(20_000, '<g opacity=".5">') + times(20_000, '</g>')],
    ['nine see-through groups within each other', times(9, '<g style="opacity:.5">') + times(9, '</g>')],
    ['a hundred and one of them', times(101, '<g opacity="50%"/>')],
    ['those of a class', `<style>.a{opacity:.5}</style>${times(101, '<g class="a"/>')}`],
    ['parts that repeat each other', `<g id="a"/>${times(51, '<use href="#a"/>')}`],
    ['201 outlines to cut by', times(201, '<g clip-path="url(#a)"/>')],
    ['a book', `<text>${times(6000, 'a')}</text>`],
  ])('that has %s', (_, inner) => {
    expect(() => plain(svg(inner))).toThrow('This drawing has too many parts.');
  });
});

describe('of a drawing', () => {
  test('only what is known comes out', () => {
    const inner = `<?php evil ?><!-- note --><title>T</title><metadata><rdf:RDF xmlns:rdf="urn:r"><image/></rdf:RDF></metadata>
      <script>alert(1)</script><a xlink:href="javascript:1" onclick="x()"><rect onload="x()" data-x="1" width="9" height="9"/></a>
      <text>A &lt;b&gt; &amp; <tspan><![CDATA[<c>]]></tspan></text><i:pgf xmlns:i="urn:i"><i:pgfRef/><g/></i:pgf>
      <rect width="1"><animate attributeName="width" to="9"/></rect>`;
    expect(plain(svg(inner)).replaceAll(/\s+/g, ' ')).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="200" height="50">' +
        '<g><rect width="9" height="9"></rect></g>' +
        '<text>A &lt;b&gt; &amp; <tspan>&lt;c&gt;</tspan></text><rect width="1"></rect></svg>',
    );
  });

  test('style goes over classes, and those over attributes', () => {
    const inner = `<g class="b a" fill="#111" stroke="#222" style="stroke: #333 ! important; -inkscape-x: 1"/>
      <style>/* } */ .a, .c { fill: #444; } .b{fill:#555}</style>`;
    expect(plain(svg(inner))).toContain('<g fill="#555" stroke="#333"></g>');
  });
});

/** As the tools write them: a gradient, a clip path, text or a repeated part, and what belongs to the tool. */
const ofTools: Record<string, string> = {
  Inkscape: `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- Created with Inkscape (http://www.inkscape.org/) -->
<svg width="200mm" height="50mm" viewBox="0 0 200 50" version="1.1" id="svg5" inkscape:version="1.3.2"
  sodipodi:docname="logo.svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
  xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" xmlns:xlink="http://www.w3.org/1999/xlink"
  xmlns="http://www.w3.org/2000/svg" xmlns:svg="http://www.w3.org/2000/svg" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  xmlns:cc="http://creativecommons.org/ns#" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <sodipodi:namedview id="namedview7" pagecolor="#ffffff" inkscape:zoom="1.4"><inkscape:page x="0" y="0" id="page1" /></sodipodi:namedview>
  <defs id="defs2">
    <linearGradient inkscape:collect="always" id="linearGradient1"><stop style="stop-color:#0a7d5a;stop-opacity:1;" offset="0" id="stop1" />
      <stop style="stop-color:#f2b134;stop-opacity:1;" offset="1" id="stop2" /></linearGradient>
    <linearGradient inkscape:collect="always" xlink:href="#linearGradient1" id="linearGradient3" x1="10" y1="25" x2="90" y2="25" gradientUnits="userSpaceOnUse" />
    <clipPath clipPathUnits="userSpaceOnUse" id="clipPath9"><circle style="fill:#000000" id="c9" cx="150" cy="25" r="20" /></clipPath>
  </defs>
  <metadata id="metadata5"><rdf:RDF><cc:Work rdf:about=""><dc:format>image/svg+xml</dc:format></cc:Work></rdf:RDF></metadata>
  <g inkscape:label="Layer 1" inkscape:groupmode="layer" id="layer1" style="display:inline">
    <rect style="opacity:0.9;fill:url(#linearGradient3);fill-opacity:1;fill-rule:evenodd;stroke:#1f2933;stroke-width:1.5;stroke-linecap:round;stroke-dasharray:none;paint-order:stroke fill markers;mix-blend-mode:normal;filter:none;marker:none"
      id="rect234" width="80" height="40" x="10" y="5" ry="8" inkscape:connector-curvature="0" />
    <path style="fill:#c0392b;stroke:none" d="m 130,5 h 40 v 40 h -40 z" id="path1" clip-path="url(#clipPath9)" sodipodi:nodetypes="ccccc" />
    <use x="0" y="0" xlink:href="#path1" id="use1" transform="translate(-35)" />
  </g>
</svg>`,
  Illustrator: `<?xml version="1.0" encoding="UTF-8"?>
<svg id="Layer_1" data-name="Layer 1" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 200 50">
  <defs>
    <style>
      .cls-1 {
        fill: url(#linear-gradient);
      }

      .cls-2, .cls-3 {
        fill: none;
        stroke: #231f20;
        stroke-miterlimit: 10;
      }

      .cls-3 {
        stroke-width: 3px;
      }
      .cls-4 { isolation: isolate; clip-path: url(#clippath); }
    </style>
    <clipPath id="clippath"><rect class="cls-2" x="110" y="10" width="60" height="30"/></clipPath>
    <linearGradient id="linear-gradient" x1="10" y1="25" x2="70" y2="25" gradientUnits="userSpaceOnUse">
      <stop offset="0" stop-color="#29abe2"/><stop offset=".5" stop-color="#2e3192"/><stop offset="1" stop-color="#1b1464"/>
    </linearGradient>
  </defs>
  <circle class="cls-1" cx="40" cy="25" r="20"/>
  <g class="cls-4"><polygon points="100 0 180 0 140 50" fill="#f7931e"/></g>
  <polyline class="cls-3" points="80 10 95 40 105 10"/>
</svg>`,
  Figma: `<svg width="200" height="50" viewBox="0 0 200 50" fill="none" xmlns="http://www.w3.org/2000/svg">
<g clip-path="url(#clip0_12_34)">
<path fill-rule="evenodd" clip-rule="evenodd" d="M20 5H60C68.2843 5 75 11.7157 75 20V45H20V5ZM30 15V35H50V15H30Z" fill="url(#paint0_linear_12_34)"/>
<circle cx="120" cy="25" r="20" fill="url(#paint1_radial_12_34)" fill-opacity="0.8"/>
<path d="M150 40L170 10L190 40" stroke="#111827" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>
</g>
<defs>
<linearGradient id="paint0_linear_12_34" x1="20" y1="5" x2="75" y2="45" gradientUnits="userSpaceOnUse"><stop stop-color="#7C3AED"/><stop offset="1" stop-color="#EC4899" stop-opacity="0.4"/></linearGradient>
<radialGradient id="paint1_radial_12_34" cx="0" cy="0" r="1" gradientUnits="userSpaceOnUse" gradientTransform="translate(120 25) rotate(90) scale(20)"><stop stop-color="#34D399"/><stop offset="1" stop-color="#065F46"/></radialGradient>
<clipPath id="clip0_12_34"><rect width="200" height="50" rx="8" fill="white"/></clipPath>
</defs>
</svg>`,
  Sketch: `<?xml version="1.0" encoding="UTF-8"?>
<svg width="200px" height="50px" viewBox="0 0 200 50" version="1.1" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">
    <title>Logo</title><desc>Created with Sketch.</desc>
    <defs><path d="M0,0 L40,0 L40,40 L0,40 Z" id="path-1"></path></defs>
    <g id="Page-1" stroke="none" stroke-width="1" fill="none" fill-rule="evenodd">
        <g id="Logo" transform="translate(5.000000, 5.000000)" fill-rule="nonzero">
            <use fill="#D0021B" xlink:href="#path-1"></use>
            <ellipse fill="#4A90E2" opacity="0.5" cx="40" cy="20" rx="30" ry="18"></ellipse>
            <text id="Name" font-family="DejaVuSans, 'DejaVu Sans'" font-size="24" font-weight="bold" letter-spacing="1" fill="#000000"><tspan x="90" y="28">Harbor &amp; Co</tspan></text>
        </g>
    </g>
</svg>`,
};

describe('a drawing as it is saved by', () => {
  test.each(Object.entries(ofTools))('%s looks the same', async (_, text) => {
    const pixels = (drawing: string) =>
      sharp(Buffer.from(drawing)).resize(400).flatten({ background: '#fff' }).raw().toBuffer();
    const [before, after] = await Promise.all([pixels(text), pixels(plain(text))]);
    expect(before.some((value) => value !== 255)).toBe(true);
    expect(after.equals(before)).toBe(true);
  });
});
