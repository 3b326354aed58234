import { NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { RateField } from '../../../components/form/RateField';
import { limitText } from '../../../lib/units';
import { FormDialog } from '../../../components/form/FormDialog';
import { usePatchScrub, type Scrub } from '../holding-queries';

const HOURS = /^(always|([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d)$/;
const BYTES_PER_SECOND_MIN = 100_000;

/** Changes how much the scrub may read, and when. */
export function ScrubDialog({ scrub, onClose }: { scrub: Scrub; onClose: () => void }) {
  const patch = usePatchScrub();
  const [share, setShare] = useState<number | string>(scrub.percentPerWeek);
  const [hours, setHours] = useState(scrub.hours);
  const [zone, setZone] = useState(scrub.zone);
  const [rate, setRate] = useState<number | null>(scrub.bytesPerSecond);
  const isShareWrong = !(Number(share) >= 0.001 && Number(share) <= 100);
  const isRateWrong = rate === null || rate < BYTES_PER_SECOND_MIN;
  const areHoursWrong = !HOURS.test(hours.trim());
  return (
    <FormDialog
      title="Budget of the scrub"
      action="Change the budget"
      ready={!isShareWrong && !isRateWrong && !areHoursWrong && zone.trim() !== ''}
      running={patch.isPending}
      error={patch.error}
      onSubmit={() =>
        rate !== null &&
        patch.mutate(
          {
            percentPerWeek: Number(share),
            hours: hours.trim(),
            zone: zone.trim(),
            bytesPerSecond: rate,
          },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      <NumberInput
        label="Share of all held files a week, in percent"
        value={share}
        onChange={setShare}
        allowNegative={false}
        decimalScale={3}
        hideControls
        error={isShareWrong && 'From 0.001 to 100.'}
        data-autofocus
      />
      <TextInput
        label="Hours"
        description="When it may read: always, or one range such as 20:00-06:00."
        value={hours}
        onChange={(event) => setHours(event.currentTarget.value)}
        error={areHoursWrong && 'Enter always, or one range such as 20:00-06:00.'}
      />
      <TextInput
        label="Time zone of the hours"
        placeholder="Europe/Berlin"
        value={zone}
        onChange={(event) => setZone(event.currentTarget.value)}
      />
      <RateField
        label="Rate for the whole site"
        size="sm"
        bytesPerSecond={scrub.bytesPerSecond}
        onChange={setRate}
        error={isRateWrong && `At least ${limitText(BYTES_PER_SECOND_MIN)}.`}
      />
    </FormDialog>
  );
}
