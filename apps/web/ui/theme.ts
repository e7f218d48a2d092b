import {
  type CSSVariablesResolver,
  createTheme,
  type DrawerFactory,
  type ExtendComponent,
  type InputFactory,
  type MenuFactory,
  type MultiSelectFactory,
  type PillFactory,
  type SelectFactory,
  type TooltipFactory,
} from '@mantine/core';
import mantine from './mantine.module.css';

/** The Mantine theme: the tide ramp, the type scale and the geometry of tokens.css. */
export const theme = createTheme({
  primaryColor: 'tide',
  primaryShade: { light: 7, dark: 5 },
  // White on tide.5 is 3.5:1. At the default threshold of 0.3 Mantine still picks white there; at 0.2 it picks black,
  // and this black gives 5.36:1 where the ink of the text would give only 4.48:1.
  autoContrast: true,
  luminanceThreshold: 0.2,
  black: '#0E1211',
  colors: {
    tide: [
      '#E8F6F5',
      '#CDEBE9',
      '#A3D8D5',
      '#74C3BF',
      '#4BADA9',
      '#2E9793',
      '#1B827F',
      '#0F6E6C',
      '#0A5857',
      '#064443',
    ],
    red: ['#FDE9E7', '#F8D0CC', '#F0BDB8', '#E8958D', '#DD6A5F', '#C93A2E', '#BE2E22', '#B42318', '#931B12', '#71120B'],
    gray: [
      '#F7F6F3',
      '#F1EFEA',
      '#EAE8E2',
      '#DAD8D1',
      '#B9BFBA',
      '#8A8F88',
      '#767C77',
      '#5B625D',
      '#3A413D',
      '#1F2421',
    ],
    dark: [
      '#E7EAE7',
      '#C1C8C3',
      '#A3ABA6',
      '#74807A',
      '#3D4642',
      '#323A37',
      '#272E2B',
      '#1E2422',
      '#191E1C',
      '#161A19',
    ],
  },
  fontFamily: 'var(--cm-font)',
  fontFamilyMonospace: 'var(--cm-mono)',
  headings: { fontFamily: 'var(--cm-font)', fontWeight: '600' },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.25rem', xl: '1.5rem' },
  lineHeights: { xs: '1rem', sm: '1.25rem', md: '1.375rem', lg: '1.625rem', xl: '1.875rem' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { sm: '6px', md: '10px', xl: '999px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  // By name: with their own `extend` all of them would be part of the first load.
  components: {
    Input: {
      defaultProps: { size: 'sm' },
      classNames: { input: mantine.input, wrapper: mantine.wrapper, section: mantine.section },
    } satisfies ExtendComponent<InputFactory>,
    Select: {
      classNames: { dropdown: mantine.dropdown, option: mantine.option },
    } satisfies ExtendComponent<SelectFactory>,
    MultiSelect: {
      classNames: {
        dropdown: mantine.dropdown,
        option: mantine.option,
        input: mantine.pills,
        pillsList: mantine.pillsList,
        inputField: mantine.pillsField,
      },
    } satisfies ExtendComponent<MultiSelectFactory>,
    Pill: { classNames: { root: mantine.pill } } satisfies ExtendComponent<PillFactory>,
    Menu: {
      defaultProps: {
        position: 'bottom-end',
        offset: 4,
        withInitialFocusPlaceholder: false,
        transitionProps: { duration: 120, transition: 'fade' },
      },
      classNames: {
        dropdown: mantine.dropdown,
        item: mantine.menuItem,
        itemSection: mantine.menuSection,
        label: mantine.menuLabel,
        divider: mantine.menuDivider,
      },
    } satisfies ExtendComponent<MenuFactory>,
    Drawer: {
      classNames: { overlay: mantine.scrim, header: mantine.pane, content: mantine.pane },
    } satisfies ExtendComponent<DrawerFactory>,
    Tooltip: {
      defaultProps: {
        openDelay: 400,
        offset: 6,
        events: { hover: true, focus: true, touch: false },
        transitionProps: { duration: 0 },
      },
      classNames: { tooltip: mantine.tooltip },
    } satisfies ExtendComponent<TooltipFactory>,
  },
});

const schemeVariables = {
  '--mantine-color-body': 'var(--cm-page)',
  '--mantine-color-text': 'var(--cm-ink)',
  '--mantine-color-bright': 'var(--cm-ink)',
  '--mantine-color-dimmed': 'var(--cm-muted)',
  '--mantine-color-placeholder': 'var(--cm-muted)',
  '--mantine-color-anchor': 'var(--cm-link)',
  '--mantine-color-error': 'var(--cm-error)',
  '--mantine-color-default': 'var(--cm-surface)',
  '--mantine-color-default-hover': 'var(--cm-hover)',
  '--mantine-color-default-color': 'var(--cm-ink)',
  '--mantine-color-default-border': 'var(--cm-input-border)',
  '--mantine-color-disabled': 'var(--cm-disabled)',
  '--mantine-color-disabled-color': 'var(--cm-disabled-ink)',
  '--mantine-color-disabled-border': 'var(--cm-line)',
};

/** Points Mantine's own variables at the tokens; the tokens themselves follow the color scheme. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: { '--mantine-line-height': 'var(--cm-lh-body)' },
  light: schemeVariables,
  dark: schemeVariables,
});
