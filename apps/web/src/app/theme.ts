import { ActionIcon, Button, createTheme, Switch } from '@mantine/core';

/**
 * Our design for Mantine. The values are in `theme.css`, because the content security policy forbids the style element that
 * Mantine would write.
 */
export const theme = createTheme({
  primaryColor: 'gold',
  primaryShade: { light: 7, dark: 3 },
  colors: {
    gold: ['#fcf6e8', '#f6e8c6', '#eed8a3', '#e3c47d', '#d6ae5a', '#c39843', '#a67c33', '#826025', '#674a20', '#473317'],
    gray: ['#fbfaf9', '#f4f2f1', '#e9e6e4', '#dad5d3', '#bfb8b6', '#8c8381', '#6b6261', '#524948', '#372e2f', '#1e1618'],
    dark: ['#f5efea', '#d9ceca', '#b5a7a4', '#8f8180', '#5c4d4e', '#413335', '#2e2224', '#22181a', '#190f12', '#0f080a'],
    maroon: ['#fbf0f1', '#f3dcdf', '#e2b4ba', '#cb838d', '#ac5463', '#8c3443', '#732433', '#5c1a27', '#45121d', '#2f0b13'],
  },
  defaultRadius: 'sm',
  fontFamily: 'var(--s-font-text)',
  headings: { fontFamily: 'var(--s-font-display)', fontWeight: '400' },
  respectReducedMotion: true,
  components: {
    Button: Button.extend({ defaultProps: { size: 'md' }, classNames: { root: 'btn' } }),
    Switch: Switch.extend({ defaultProps: { withThumbIndicator: false } }),
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle' }, classNames: { root: 'btn-icon' } }),
  },
});
