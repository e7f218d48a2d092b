import mantine from 'postcss-preset-mantine';

/** `@mixin phone { … }` is for windows as narrow as a phone's; `usePhone` (ui/use-room.ts) asks the same. */
const phone = { '@media (max-width: 699px)': { '@mixin-content': {} } };

export default { plugins: [mantine({ mixins: { phone } })] };
