import { NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../../components/form/FormDialog';
import { usePatchScrub, type Scrub } from '../holding-queries';

const HOURS = /^(always|([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d)$/;
const MEGABYTE = 1_000_000;

/** Changes how much the scrub may read, and when. */
export function ScrubDialog({ scrub, onClose }: { scrub: Scrub; onClose: () => void }) {
  const patch = usePatchScrub();
  const [share, setShare] = useState<number | string>(scrub.percentPerWeek);
  const [hours, setHours] = useState(scrub.hours);
  const [zone, setZone] = useState(scrub.zone);
  const [rate, setRate] = useState<number | string>(scrub.bytesPerSecond / MEGABYTE);
  const isShareWrong = !(Number(share) >= 0.001 && Number(share) <= 100);
  const isRateWrong = !(Number(rate) >= 0.1);
  const areHoursWrong = !HOURS.test(hours.trim());
  return (
    <FormDialog
      title="Budget of the scrub"
      action="Change the budget"
      ready={!isShareWrong && !isRateWrong && !areHoursWrong && zone.trim() !== ''}
      running={patch.isPending}
      error={patch.error}
      onSubmit={() =>
        patch.mutate(
          {
            percentPerWeek: Number(share),
            hours: hours.trim(),
            zone: zone.trim(),
            bytesPerSecond: Math.round(Number(rate) * MEGABYTE),
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
      <NumberInput
        label="Rate for the whole site, in MB/s"
        value={rate}
        onChange={setRate}
        allowNegative={false}
        decimalScale={3}
        hideControls
        thousandSeparator=","
        error={isRateWrong && 'At least 0.1 MB/s.'}
      />
    </FormDialog>
  );
}
