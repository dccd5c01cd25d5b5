import { SegmentedControl, Switch } from '@mantine/core';
import { Layout, limits, type Screen, ScreenShows } from '@sarafa/contracts';
import { inWords, say } from '../../shared/language/page-language.js';
import { portalTexts } from '../../shared/texts/portal-texts.js';
import { screenTexts } from '../../shared/texts/screen-texts.js';
import { NumberField } from '../../shared/ui/number-field.js';
import { SaveButton } from '../../shared/ui/save-button.js';
import { TextField } from '../../shared/ui/text-field.js';
import { useScreenSettings } from './use-screen-settings.js';

const { settings: words } = screenTexts;
const { layouts } = portalTexts.list;
const { overscan: border } = limits.screens;
const OF_SHOP = 'shop';
const ORIENTATIONS = inWords(() => [
  { value: OF_SHOP, label: words.ofShop },
  ...Layout.options.map((layout) => ({ value: layout, label: layouts[layout] })),
]);
const SHOWS = inWords(() => ScreenShows.options.map((shows) => ({ value: shows, label: words[shows] })));

/** The name of a screen, and what is set of it alone (rule 14.5). */
export function ScreenSettingsForm({ screen }: { screen: Screen }) {
  const { values, errors, isChanged, isBusy, onChange, onSubmit } = useScreenSettings(screen);
  return (
    <form className="screen-part screen-settings" noValidate onSubmit={onSubmit}>
      <h3>{words.title}</h3>
      <TextField
        label={words.name}
        name="name"
        autoComplete="off"
        value={values.name}
        error={errors.name}
        onChange={(name) => onChange({ name })}
      />
      <fieldset>
        <legend className="field__l">{words.orientation}</legend>
        <SegmentedControl
          fullWidth
          withItemsBorders={false}
          transitionDuration={0}
          data={ORIENTATIONS}
          value={values.layout_orientation ?? OF_SHOP}
          onChange={(chosen) => onChange({ layout_orientation: chosen === OF_SHOP ? null : Layout.parse(chosen) })}
        />
      </fieldset>
      <fieldset>
        <legend className="field__l">{words.shows}</legend>
        <SegmentedControl
          fullWidth
          withItemsBorders={false}
          transitionDuration={0}
          data={SHOWS}
          value={values.shows}
          onChange={(shows) => onChange({ shows: ScreenShows.parse(shows) })}
        />
      </fieldset>
      <NumberField
        label={words.overscan}
        name="overscan"
        description={say(words.overscanHint, { min: border.min, max: border.max })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        decimals={border.decimals}
        unit={words.percent}
        step={0.5}
        min={border.min}
        max={border.max}
        rightSection={words.percent}
        rightSectionPointerEvents="none"
        value={values.overscan}
        error={errors.overscan}
        onChange={(overscan) => onChange({ overscan })}
      />
      <Switch
        labelPosition="left"
        label={
          <>
            {words.turned}
            <span className="hint">{words.turnedHint}</span>
          </>
        }
        checked={values.video_turned}
        onChange={(event) => onChange({ video_turned: event.currentTarget.checked })}
      />
      <SaveButton label={words.save} isChanged={isChanged} fits isSaving={isBusy} />
    </form>
  );
}
