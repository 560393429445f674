/** How the rows of each kind are written into their table. */

import type { HandshakeRow } from './handshake-row.ts';
import {
  DecimalColumn,
  DistinctUuidColumn,
  LabelColumn,
  MapColumn,
  TextColumn,
  TimeColumn,
  Uint16Column,
  Uint64Column,
  UuidColumn,
} from './native-columns.ts';
import type { PageviewRow } from './pageview-row.ts';
import type { RequestRow } from './request-row.ts';
import type { InsertTarget } from './row-inserts.ts';
import { events } from './schema/events.ts';
import { handshakes } from './schema/handshakes.ts';
import { requests } from './schema/requests.ts';

export const requestTarget: InsertTarget<RequestRow> = {
  table: requests,
  columnsFor: (rows) => {
    const columns = {
      domain: new UuidColumn(rows),
      time: new TimeColumn(rows),
      method: new LabelColumn(rows),
      path: new TextColumn(rows),
      status: new Uint16Column(rows),
      bytes_in: new Uint64Column(rows),
      bytes_out: new Uint64Column(rows),
      duration_us: new Uint64Column(rows),
      bot: new LabelColumn(rows),
      datacenter: new LabelColumn(rows),
      host: new LabelColumn(rows),
      protocol: new LabelColumn(rows),
      tls_version: new LabelColumn(rows),
      country: new LabelColumn(rows),
      source: new LabelColumn(rows),
      browser: new LabelColumn(rows),
      operating_system: new LabelColumn(rows),
      device: new LabelColumn(rows),
      bot_class: new LabelColumn(rows),
      redirect: new UuidColumn(rows),
      visitor: new Uint64Column(rows),
      rule: new LabelColumn(rows),
      target: new TextColumn(rows),
      upstream_us: new Uint64Column(rows),
      failure: new LabelColumn(rows),
      request_id: new DistinctUuidColumn(rows),
      upstream: new LabelColumn(rows),
      upstream_location: new TextColumn(rows),
      cache: new LabelColumn(rows),
      cache_age: new Uint64Column(rows),
      bot_verified: new LabelColumn(rows),
      page_load: new LabelColumn(rows),
      referrer: new LabelColumn(rows),
    };
    const add = (row: RequestRow): void => {
      columns.domain.text(row.domain);
      columns.time.number(row.time);
      columns.method.text(row.method);
      columns.path.text(row.path);
      columns.status.number(row.status);
      columns.bytes_in.number(row.bytes_in);
      columns.bytes_out.number(row.bytes_out);
      columns.duration_us.number(row.duration_us);
      columns.bot.text(row.bot);
      columns.datacenter.text(row.datacenter);
      columns.host.text(row.host);
      columns.protocol.text(row.protocol);
      columns.tls_version.text(row.tls_version);
      columns.country.text(row.country);
      columns.source.text(row.source);
      columns.browser.text(row.browser);
      columns.operating_system.text(row.operating_system);
      columns.device.text(row.device);
      columns.bot_class.text(row.bot_class);
      columns.redirect.text(row.redirect);
      columns.visitor.decimal(row.visitor);
      columns.rule.text(row.rule);
      columns.target.text(row.target);
      columns.upstream_us.number(row.upstream_us);
      columns.failure.text(row.failure);
      columns.request_id.text(row.request_id);
      columns.upstream.text(row.upstream);
      columns.upstream_location.text(row.upstream_location);
      columns.cache.text(row.cache);
      columns.cache_age.number(row.cache_age);
      columns.bot_verified.text(row.bot_verified);
      columns.page_load.text(row.page_load);
      columns.referrer.text(row.referrer);
    };
    return { columns, add };
  },
};

export const handshakeTarget: InsertTarget<HandshakeRow> = {
  table: handshakes,
  columnsFor: (rows) => {
    const columns = {
      domain: new UuidColumn(rows),
      time: new TimeColumn(rows),
      host: new TextColumn(rows),
      outcome: new LabelColumn(rows),
      count: new Uint64Column(rows),
      networks: new TextColumn(rows),
    };
    const add = (row: HandshakeRow): void => {
      columns.domain.text(row.domain);
      columns.time.number(row.time);
      columns.host.text(row.host);
      columns.outcome.text(row.outcome);
      columns.count.number(row.count);
      columns.networks.text(row.networks);
    };
    return { columns, add };
  },
};

export const pageviewTarget: InsertTarget<PageviewRow> = {
  table: events,
  columnsFor: (rows) => {
    const columns = {
      domain: new UuidColumn(rows),
      time: new TimeColumn(rows),
      arrival: new Uint64Column(rows),
      visitor: new Uint64Column(rows),
      previous_visitor: new Uint64Column(rows),
      path: new TextColumn(rows),
      source: new LabelColumn(rows),
      utm_source: new LabelColumn(rows),
      utm_medium: new LabelColumn(rows),
      utm_campaign: new LabelColumn(rows),
      utm_term: new LabelColumn(rows),
      utm_content: new LabelColumn(rows),
      browser: new LabelColumn(rows),
      operating_system: new LabelColumn(rows),
      screen: new LabelColumn(rows),
      country: new LabelColumn(rows),
      region: new LabelColumn(rows),
      region_name: new LabelColumn(rows),
      city: new LabelColumn(rows),
      name: new LabelColumn(rows),
      props: new MapColumn(rows),
      revenue_amount: new DecimalColumn(rows),
      revenue_currency: new LabelColumn(rows),
      referrer: new LabelColumn(rows),
    };
    const add = (row: PageviewRow): void => {
      columns.domain.text(row.domain);
      columns.time.number(row.time);
      columns.arrival.number(row.arrival);
      columns.visitor.decimal(row.visitor);
      columns.previous_visitor.decimal(row.previous_visitor);
      columns.path.text(row.path);
      columns.source.text(row.source);
      columns.utm_source.text(row.utm_source);
      columns.utm_medium.text(row.utm_medium);
      columns.utm_campaign.text(row.utm_campaign);
      columns.utm_term.text(row.utm_term);
      columns.utm_content.text(row.utm_content);
      columns.browser.text(row.browser);
      columns.operating_system.text(row.operating_system);
      columns.screen.text(row.screen);
      columns.country.text(row.country);
      columns.region.text(row.region);
      columns.region_name.text(row.region_name);
      columns.city.text(row.city);
      columns.name.text(row.name);
      columns.props.entries(row.props);
      columns.revenue_amount.amount(row.revenue_amount);
      columns.revenue_currency.text(row.revenue_currency);
      columns.referrer.text(row.referrer);
    };
    return { columns, add };
  },
};
