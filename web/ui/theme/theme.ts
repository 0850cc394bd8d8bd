import { theme, type MappingAlgorithm, type ThemeConfig } from 'antd';

export type Mode = 'light' | 'dark';

/** The colours (R25.10). Text on tints and links are a shade stronger than marks, for a contrast of at least 4.5. */
const palettes = {
  light: {
    page: '#F5F6F8',
    surface: '#FFFFFF',
    raised: '#FFFFFF',
    text: '#1A1F29',
    textSecondary: '#5B6472',
    textDisabled: '#A3ABB8',
    placeholder: '#6B7380',
    border: '#E3E6EB',
    divider: '#EEF0F3',
    hover: '#F0F2F5',
    // #2F6BFF falls just short of 4.5 below white text
    primary: '#2D68FA',
    primaryHover: '#1F57E0',
    primaryText: '#1F57E0',
    primaryTint: '#EAF0FF',
    onPrimary: '#FFFFFF',
    success: '#12924F',
    successText: '#0B7A41',
    successTint: '#E7F6EE',
    warning: '#B86E00',
    warningText: '#995B00',
    warningTint: '#FDF3E2',
    danger: '#D93838',
    dangerText: '#C42B2B',
    dangerTint: '#FDECEC',
    neutral: '#6B7380',
    neutralText: '#5B6472',
    neutralTint: '#F0F2F5',
    shadow: '0 6px 24px rgb(26 31 41 / 12%)',
  },
  dark: {
    page: '#0E1116',
    surface: '#161A21',
    raised: '#1D222B',
    text: '#E7EAF0',
    textSecondary: '#A2ABBA',
    textDisabled: '#5A6270',
    placeholder: '#8B93A2',
    border: '#2A303B',
    divider: '#222833',
    hover: '#232934',
    primary: '#5B8CFF',
    primaryHover: '#7BA3FF',
    primaryText: '#7BA3FF',
    primaryTint: '#1B2A4A',
    onPrimary: '#0B0F16',
    success: '#3FBF7F',
    successText: '#4CC38A',
    successTint: '#12261C',
    warning: '#E9A23B',
    warningText: '#E9A23B',
    warningTint: '#2B2113',
    danger: '#F06A6A',
    dangerText: '#F47C7C',
    dangerTint: '#2E1A1C',
    neutral: '#98A1B0',
    neutralText: '#A2ABBA',
    neutralTint: '#242A34',
    shadow: '0 6px 24px rgb(0 0 0 / 48%)',
  },
} as const;

type Palette = Record<keyof (typeof palettes)['light'], string>;

/** The components' theme of a mode. */
export function themeOf(mode: Mode, isMotionReduced: boolean): ThemeConfig {
  const palette = palettes[mode];
  return {
    algorithm: [mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm, pinned(palette)],
    // one name per mode: the variables of one mode must not apply in the other
    cssVar: { key: mode },
    hashed: false,
    token: {
      fontFamily: 'system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif',
      fontSize: 14,
      borderRadius: 6,
      controlHeight: 32,
      colorPrimary: palette.primary,
      motion: !isMotionReduced,
      motionDurationFast: '0.12s',
      motionDurationMid: '0.14s',
      motionDurationSlow: '0.16s',
      colorTextPlaceholder: palette.placeholder,
      colorTextDisabled: palette.textDisabled,
      colorTextDescription: palette.textSecondary,
      colorIcon: palette.textSecondary,
      colorLink: palette.primaryText,
      colorLinkHover: palette.primary,
      boxShadow: palette.shadow,
      boxShadowSecondary: palette.shadow,
    },
    components: {
      Button: { primaryColor: palette.onPrimary, dangerColor: mode === 'dark' ? palette.onPrimary : '#FFFFFF' },
      Table: {
        headerBg: palette.surface,
        rowHoverBg: palette.hover,
        rowSelectedBg: palette.primaryTint,
        rowSelectedHoverBg: palette.primaryTint,
        cellPaddingBlock: 8,
        cellPaddingBlockSM: 4,
      },
      Menu: { itemHeight: 36, activeBarBorderWidth: 0, itemSelectedColor: palette.primaryText },
      Tabs: { itemSelectedColor: palette.primaryText },
      // an empty box must be visible on white (WCAG 1.4.11)
      Radio: { colorBorder: palette.placeholder },
      Checkbox: { colorWhite: palette.onPrimary, colorBorder: palette.placeholder },
    },
  };
}

/** The algorithm shifts colours, especially in dark mode; these must stay exact. */
const pinned =
  (palette: Palette): MappingAlgorithm =>
  (seed, map = theme.defaultAlgorithm(seed)) => ({
    ...map,
    colorBgLayout: palette.page,
    colorBgContainer: palette.surface,
    colorBgElevated: palette.raised,
    colorText: palette.text,
    colorTextSecondary: palette.textSecondary,
    colorTextTertiary: palette.textSecondary,
    colorTextQuaternary: palette.textDisabled,
    colorBorder: palette.border,
    colorBorderSecondary: palette.divider,
    colorPrimary: palette.primary,
    colorPrimaryHover: palette.primaryHover,
    colorPrimaryText: palette.primaryText,
    colorPrimaryBg: palette.primaryTint,
    colorSuccess: palette.successText,
    colorSuccessBg: palette.successTint,
    colorWarning: palette.warningText,
    colorWarningBg: palette.warningTint,
    colorError: palette.dangerText,
    colorErrorBg: palette.dangerTint,
    colorInfo: palette.primaryText,
    colorInfoBg: palette.primaryTint,
    fontSizeSM: 12,
    lineHeight: 22 / 14,
    lineHeightSM: 18 / 12,
  });

/** Exports the same colours to our own styles: `primaryText` becomes `--primary-text`. */
export function paint(root: HTMLElement, mode: Mode): void {
  for (const [name, colour] of Object.entries(palettes[mode])) root.style.setProperty(variableOf(name), colour);
  root.style.colorScheme = mode;
  root.dataset['mode'] = mode;
}

const variableOf = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
