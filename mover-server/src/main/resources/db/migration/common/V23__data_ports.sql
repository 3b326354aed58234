-- The data ports of the nodes of a paired site, as one of them told last: HOST:PORT, separated by commas. Null: only data_address is known.
ALTER TABLE site ADD COLUMN data_ports VARCHAR(20000);
ALTER TABLE site ADD COLUMN data_ports_at TIMESTAMP WITH TIME ZONE;
