import { theme, type MappingAlgorithm, type ThemeConfig } from 'antd';
import { palettes, type Mode, type Palette } from '#web/ui/theme/palettes.ts';

/** The components' theme of a mode; on a phone everything is large enough for a finger. */
export function themeOf(mode: Mode, isMotionReduced: boolean, isPhone = false): ThemeConfig {
  const palette = palettes[mode];
  const ring = { activeBorderColor: palette.focus, activeShadow: `0 0 0 1px ${palette.focus}` };
  return {
    algorithm: [mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm, pinned(palette)],
    // one name per theme: the variables of one must not apply in the other
    cssVar: { key: isPhone ? `${mode}-phone` : mode },
    hashed: false,
    token: {
      fontFamily: 'var(--font)',
      fontSize: 14,
      fontWeightStrong: 600,
      borderRadius: 6,
      borderRadiusSM: 4,
      borderRadiusLG: 8,
      ...(isPhone ? fingerSizes : { controlHeight: 32, controlHeightSM: 28 }),
      colorPrimary: palette.primary,
      motion: !isMotionReduced,
      motionDurationFast: '0.12s',
      motionDurationMid: '0.14s',
      motionDurationSlow: '0.16s',
      lineWidthFocus: 2,
      controlOutlineWidth: 0,
      controlItemBgHover: palette.hover,
      colorTextPlaceholder: palette.textMuted,
      colorTextDisabled: palette.textDisabled,
      colorTextDescription: palette.textMuted,
      colorIcon: palette.textMuted,
      colorIconHover: palette.text,
      colorLink: palette.primaryText,
      colorLinkHover: palette.primary,
      colorSplit: palette.divider,
      boxShadow: palette.shadow,
      boxShadowSecondary: palette.shadow,
      boxShadowTertiary: palette.shadowLow,
    },
    components: {
      Button: {
        primaryColor: palette.onPrimary,
        dangerColor: mode === 'dark' ? palette.onPrimary : '#FFFFFF',
        defaultShadow: 'none',
        primaryShadow: 'none',
        dangerShadow: 'none',
        defaultBorderColor: palette.borderStrong,
        defaultHoverBg: palette.hover,
        defaultHoverColor: palette.text,
        defaultHoverBorderColor: palette.borderStrong,
        defaultActiveColor: palette.text,
        defaultActiveBorderColor: palette.borderStrong,
        textTextColor: palette.textSecondary,
        textTextHoverColor: palette.text,
        textTextActiveColor: palette.text,
        textHoverBg: palette.pressed,
      },
      Table: {
        headerBg: palette.sunken,
        headerColor: palette.textMuted,
        headerSplitColor: 'transparent',
        headerBorderRadius: 0,
        headerSortHoverBg: palette.sunken,
        headerSortActiveBg: palette.sunken,
        bodySortBg: 'transparent',
        fixedHeaderSortActiveBg: palette.sunken,
        borderColor: palette.divider,
        rowHoverBg: palette.hover,
        rowSelectedBg: palette.primaryTint,
        rowSelectedHoverBg: palette.primaryTint,
        cellPaddingBlock: 8.5,
        cellPaddingInline: 12,
        cellPaddingBlockSM: 4.5,
        cellPaddingInlineSM: 12,
        selectionColumnWidth: 44,
      },
      Menu: { itemHeight: isPhone ? finger : 32, activeBarBorderWidth: 0, itemSelectedColor: palette.text },
      Tabs: {
        horizontalItemGutter: 20,
        itemColor: palette.textSecondary,
        itemHoverColor: palette.text,
        itemSelectedColor: palette.text,
        inkBarColor: palette.primary,
      },
      Input: ring,
      InputNumber: ring,
      Mentions: ring,
      // days of the months around can be pressed: they are to be read (WCAG 1.4.3)
      DatePicker: {
        ...ring,
        colorTextDisabled: palette.textMuted,
        ...(isPhone && { cellWidth: finger, cellHeight: finger }),
      },
      Select: { activeBorderColor: palette.focus, activeOutlineColor: palette.focus },
      Segmented: { trackBg: palette.pressed, itemSelectedBg: palette.surface },
      Pagination: { itemActiveBg: palette.pressed, itemActiveColor: palette.text, itemActiveColorHover: palette.text },
      Skeleton: { titleHeight: 16, paragraphLiHeight: 16 },
      Steps: { iconSize: 22 },
      // an empty box must be visible on white (WCAG 1.4.11)
      Radio: { colorBorder: palette.mark },
      Checkbox: { colorWhite: palette.onPrimary, colorBorder: palette.mark },
      Switch: { colorTextQuaternary: palette.mark, colorTextTertiary: palette.textMuted },
    },
  };
}

/** Pixels that a finger hits for certain. */
const finger = 44;
const fingerSizes = {
  controlHeight: finger,
  controlHeightSM: finger,
  controlHeightLG: finger,
  // a box inside of them
  controlInteractiveSize: 20,
};

/** The algorithm shifts colours, especially in dark mode; these must stay exact. */
const pinned =
  (palette: Palette): MappingAlgorithm =>
  (seed, map = theme.defaultAlgorithm(seed)) => ({
    ...map,
    colorBgLayout: palette.page,
    colorBgContainer: palette.surface,
    colorBgElevated: palette.raised,
    colorFillAlter: palette.sunken,
    colorFillSecondary: palette.pressed,
    colorFillTertiary: palette.hover,
    colorText: palette.text,
    colorTextSecondary: palette.textSecondary,
    colorTextTertiary: palette.textMuted,
    colorTextQuaternary: palette.textDisabled,
    colorBorder: palette.borderStrong,
    colorBorderSecondary: palette.border,
    colorPrimary: palette.primary,
    colorPrimaryHover: palette.primaryHover,
    colorPrimaryText: palette.primaryText,
    colorPrimaryBg: palette.primaryTint,
    // the ring around what has the keyboard's focus
    colorPrimaryBorder: palette.focus,
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

/** Hands the same colours to our own styles: `primaryText` becomes `--primary-text`. */
export function paint(root: HTMLElement, mode: Mode): void {
  for (const [name, colour] of Object.entries(palettes[mode])) root.style.setProperty(variableOf(name), colour);
  root.style.colorScheme = mode;
  root.dataset['mode'] = mode;
}

const variableOf = (name: string): string => `--${name.replace(/[A-Z\d]/g, (sign) => `-${sign.toLowerCase()}`)}`;
