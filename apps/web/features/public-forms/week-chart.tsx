import { formatTime, type WeekStart, weekdaysFrom } from '#forms/calendar.ts';
import { type PublishWindow, weekOf } from '#forms/publishing/window.ts';
import { weekdays } from '#web/forms/publish-hours.ts';
import hidden from '#web/ui/visually-hidden.module.css';
import css from './week-chart.module.css';

/** Minutes of a day. */
const wholeDay = 24 * 60;

const clock = (minutes: number): string =>
  minutes === wholeDay
    ? 'midnight'
    : formatTime(
        `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`,
        '12-hour',
      );

/** A place on the line of a day. */
const at = (minutes: number): string => `${(minutes / wholeDay) * 100}%`;

/** When a form is open in a week, by weekdays and hours, with where the clock of the organization stands. */
export const WeekChart = ({
  window,
  weekStartsOn,
  now,
}: {
  window: Pick<PublishWindow, 'dow' | 'time_start' | 'time_end'>;
  weekStartsOn: WeekStart;
  /** The weekday and the minute of it. */
  now: { weekday: number; minutes: number };
}) => {
  const week = weekOf(window);
  const days = weekdaysFrom(weekStartsOn).map((weekday) => ({ weekday, hours: week[weekday] ?? [] }));
  return (
    <figure className={css.chart} aria-label="Weekly opening hours">
      <div className={css.scale} aria-hidden="true">
        {['12 AM', '6 AM', '12 PM', '6 PM'].map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </div>
      <ul className={css.days}>
        {days.map(({ hours, weekday }) => (
          <li key={weekdays[weekday]} className={css.day}>
            <span aria-hidden="true">{weekdays[weekday]?.slice(0, 3)}</span>
            <span className={css.line}>
              {hours.map(({ from, to }) => (
                <span
                  key={from}
                  className={css.open}
                  style={{ insetInlineStart: at(from), inlineSize: at(to - from) }}
                />
              ))}
              {now.weekday === weekday && <span className={css.now} style={{ insetInlineStart: at(now.minutes) }} />}
            </span>
            <span className={hidden.text}>
              {`${weekdays[weekday]}: ${hours.map(({ from, to }) => `${clock(from)} to ${clock(to)}`).join(' and ') || 'closed'}`}
            </span>
          </li>
        ))}
      </ul>
    </figure>
  );
};
